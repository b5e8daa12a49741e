// How the script is cut into files: one for each stage of opening a page, since every file costs a slow device a few
// milliseconds, and what is read before the first picture delays it. A module belongs to the first stage that needs it.
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url)).replaceAll('\\', '/');

/** The stages in their order, each with the modules that begin it. */
export const STAGES = {
  early: ['main.ts'],
  board: ['early/table.ts', 'shell/miniature.ts'],
  app: ['app.ts'],
  table: ['views/room/Room.svelte'],
};

/** The name of the file for a module; nothing for modules that only other views need, which Vite cuts by itself. */
export function stageOf(id, modules) {
  const needs = (root) => reached(SOURCES + root, modules).has(id);
  return Object.keys(STAGES).find((stage) => STAGES[stage].some(needs));
}

const known = new Map();

/** All modules that a module needs to be evaluated, without those that it imports later. */
function reached(root, modules) {
  let found = known.get(root);
  if (found) return found;
  found = new Set([root]);
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  known.set(root, found);
  return found;
}
