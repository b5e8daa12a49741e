// Settings that follow the account from device to device. How one taps belongs to the device and stays there.
import type { User } from '../wire.gen';
import { getJson, putJson } from './http';
import { changeSettings, onSettingsChange, readSettings, type Settings, settings } from './settings.svelte';

const DEVICE_ONLY: readonly (keyof Settings)[] = ['input', 'sounds', 'music', 'volume'];
const DELAY_MS = 800;

let owner: string | null = null;
let isApplying = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The part of the settings that an account keeps. */
export function accountPart(all: Settings): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => !DEVICE_ONLY.includes(key as keyof Settings)),
  ) as Partial<Settings>;
}

/** Takes over the settings of an account that has just been recognised; a guest's stay on the device. */
export async function followAccount(user: User | null): Promise<void> {
  const next = user?.kind === 'account' ? user.id : null;
  if (next === owner) return;
  owner = next;
  if (next === null) return;
  try {
    const { settings: kept } = await getJson<{ settings: object }>('/api/settings');
    if (owner !== next) return;
    if (Object.keys(kept).length === 0) return await save();
    isApplying = true;
    changeSettings(accountPart(readSettings(JSON.stringify(kept), { ...settings })));
  } catch {
    // Without an answer the device's own settings are good settings.
  } finally {
    isApplying = false;
  }
}

async function save(): Promise<void> {
  await putJson('/api/settings', { settings: accountPart(settings) });
}

onSettingsChange(() => {
  if (owner === null || isApplying) return;
  clearTimeout(timer);
  timer = setTimeout(() => void save().catch(() => undefined), DELAY_MS);
});
