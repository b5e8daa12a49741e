// @vitest-environment node
import path from 'node:path';
import { expect, it } from 'vitest';
import { stageOf } from './stages.mjs';

const at = (file: string): string => path.resolve(import.meta.dirname, '../src', file).replaceAll('\\', '/');

it('puts a module into the file of the first stage that needs it', () => {
  const imports: Record<string, string[]> = {
    'main.ts': ['stored.ts'],
    'early/table.ts': ['board.ts', 'stored.ts'],
    'app.ts': ['board.ts', 'router.ts'],
    'views/room/Room.svelte': ['router.ts', 'clock.ts'],
    'views/study/Study.svelte': ['tree.ts'],
  };
  const infos = new Map(Object.entries(imports).map(([file, next]) => [at(file), next.map(at)]));
  const modules = { getModuleInfo: (id: string) => ({ importedIds: infos.get(id) ?? [] }) };
  const stages = ['stored.ts', 'board.ts', 'router.ts', 'clock.ts', 'tree.ts'].map((file) =>
    stageOf(at(file), modules),
  );
  expect(stages).toEqual(['early', 'board', 'app', 'table', undefined]);
});
