// Small things that several tests need.
import { configure, type Config } from './config';
import type { LegalMove, Shape } from './types';

/** The id of the cell with a label. */
export function cellAt(shape: Shape, label: string): number {
  const cell = shape.cells.find((candidate) => candidate.label === label);
  if (!cell) throw new Error(`no cell has the label '${label}'`);
  return cell.id;
}

/** A move through the cells with these labels. */
export function moveThrough(shape: Shape, ...labels: string[]): LegalMove {
  const path = labels.map((label) => cellAt(shape, label));
  const cells = path.length > 1 ? [path[0] ?? 0, path.at(-1) ?? 0] : path;
  return path.length > 2 ? { text: labels.join(':'), cells, path } : { text: labels.join(':'), cells };
}

/** A configuration with some pieces: `{ e2: 'C' }`. */
export function configWith(shape: Shape, pieces: Record<string, string>, more: Partial<Config> = {}): Config {
  const content = shape.cells.map(({ label }) => pieces[label] ?? '');
  return configure({ shape, content, ...more });
}
