interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

export const STAGES: Readonly<Record<string, readonly string[]>>;
export function stageOf(id: string, modules: Modules): string | undefined;
