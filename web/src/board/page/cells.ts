// The grid of cells that assistive technology reads and Tab reaches: one cell is in the tab order, arrows do the rest.
import { el, keyed, type SvgNode } from '../draw/node';
import { type Direction, neighbourTowards, rowsOf } from '../geometry';
import { factsOf, type BoardState } from '../state';
import type { View } from '../view';

/** Rows of cells in reading order, each with its label. */
export function cellNodes(state: BoardState, view: View): SvgNode[] {
  const byId = new Map(state.config.shape.cells.map((cell) => [cell.id, cell]));
  return rowsOf(state.layout).map((row, index) =>
    keyed(
      `r${index}`,
      el(
        'g',
        { role: 'row' },
        row.flatMap((id) => {
          const cell = byId.get(id);
          const point = state.layout.points[id];
          if (!cell || !point) return [];
          const facts = factsOf(state, cell, view);
          const node = el(
            'g',
            {
              role: 'gridcell',
              'data-cell': id,
              tabindex: state.cursor.cell === id ? 0 : -1,
              'aria-label': state.config.label(cell, facts),
              'aria-selected': facts.isSelected ? 'true' : undefined,
            },
            [
              ...(facts.forbidden === '' ? [] : [el('title', {}, [], facts.forbidden)]),
              el('circle', { cx: point.x, cy: point.y, r: 0.5, fill: 'transparent' }),
            ],
          );
          return [keyed(`c${id}`, node)];
        }),
      ),
    ),
  );
}

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The cursor after a key, or null when the key does not move it. Home and End go along the row, Page keys to its ends. */
export function cursorAfter(state: BoardState, key: string): BoardState['cursor'] | null {
  const { layout, cursor } = state;
  const direction = ARROWS[key];
  if (direction) {
    const cell = neighbourTowards(layout, cursor.cell, direction, cursor.column);
    if (cell === null) return cursor;
    const isSideways = direction === 'left' || direction === 'right';
    return { cell, column: isSideways ? (layout.points[cell]?.x ?? cursor.column) : cursor.column };
  }
  const rows = rowsOf(layout);
  const row = rows.find((ids) => ids.includes(cursor.cell)) ?? [];
  const ends: Record<string, number | undefined> = {
    Home: row[0],
    End: row.at(-1),
    PageUp: nearestInColumn(state, rows[0] ?? []),
    PageDown: nearestInColumn(state, rows.at(-1) ?? []),
  };
  const cell = ends[key];
  if (cell === undefined) return null;
  const keepsColumn = key === 'PageUp' || key === 'PageDown';
  return { cell, column: keepsColumn ? cursor.column : (layout.points[cell]?.x ?? cursor.column) };
}

function nearestInColumn({ layout, cursor }: BoardState, row: readonly number[]): number | undefined {
  const distance = (id: number): number => Math.abs((layout.points[id]?.x ?? 0) - cursor.column);
  return [...row].sort((a, b) => distance(a) - distance(b))[0];
}
