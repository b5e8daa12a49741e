// How this device likes its analysis; candidates and graph are switched apart.

export interface DeskSettings {
  engine: string;
  /** For every position. */
  seconds: number;
  /** How many best moves. */
  lines: number;
  showsCandidates: boolean;
  showsGraph: boolean;
  /** Think about whatever is on the board. */
  isLive: boolean;
}

export const SECONDS = [0.2, 0.5, 1, 3, 10] as const;
export const LINES = [1, 2, 3, 5] as const;

const KEY = 'duiyi.study';
const DEFAULTS: DeskSettings = {
  engine: 'champion',
  seconds: 0.5,
  lines: 3,
  showsCandidates: true,
  showsGraph: true,
  isLive: false,
};

export const deskSettings: DeskSettings = $state(read());

export function changeDesk(changes: Partial<DeskSettings>): void {
  Object.assign(deskSettings, changes);
  localStorage.setItem(KEY, JSON.stringify(deskSettings));
}

function read(): DeskSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(DEFAULTS).map(([key, value]) => [
      key,
      typeof stored[key] === typeof value ? stored[key] : value,
    ]);
    // Nobody wants an engine that starts by itself on the next visit.
    return { ...(Object.fromEntries(known) as DeskSettings), isLive: false };
  } catch {
    return { ...DEFAULTS };
  }
}
