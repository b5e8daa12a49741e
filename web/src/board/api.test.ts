import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Board, createBoard } from './api';
import type { Config } from './config';
import { chineseCheckersShape, gomokuShape, xiangqiShape } from './shapes/shapes';
import { cellAt, configWith, moveThrough } from './testing';

let frames: FrameRequestCallback[] = [];
let now = 0;
let container: HTMLElement;
let board: Board | undefined;

/** Runs the animation frames asked for so far, some milliseconds later. */
function nextFrame(milliseconds = 16): void {
  now += milliseconds;
  const due = frames;
  frames = [];
  for (const frame of due) frame(now);
}

function make(config: Config): Board {
  board = createBoard(container, config);
  // The picture, then its cells.
  nextFrame();
  nextFrame();
  return board;
}

beforeEach(() => {
  frames = [];
  now = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  container = document.createElement('div');
  document.body.append(container);
});

afterEach(() => {
  board?.destroy();
  board = undefined;
  container.remove();
  vi.unstubAllGlobals();
});

const xiangqi = xiangqiShape();
const cannon = (more: Partial<Config> = {}): Config =>
  configWith(
    xiangqi,
    { h2: 'C', h9: 'n' },
    { moves: [moveThrough(xiangqi, 'h2', 'e2'), moveThrough(xiangqi, 'h2', 'h9')], name: 'Xiangqi', ...more },
  );
const pieces = (): SVGUseElement[] => [...container.querySelectorAll<SVGUseElement>('.pieces use')];
const cellElement = (id: number): Element => {
  const element = container.querySelector(`[data-cell="${id}"]`);
  if (!element) throw new Error(`the page has no cell ${id}`);
  return element;
};
const key = (name: string): void => {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
  );
  nextFrame();
};

describe('the board on a page', () => {
  it('is a named grid of rows and cells with one cell in the tab order', () => {
    make(cannon());
    const grid = container.querySelector('[role="grid"]');
    expect(grid?.getAttribute('aria-label')).toBe('Xiangqi');
    expect(container.querySelectorAll('[role="row"]')).toHaveLength(10);
    expect(container.querySelectorAll('[role="row"] > [role="gridcell"]')).toHaveLength(90);
    expect(container.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(cellElement(cellAt(xiangqi, 'h2')).getAttribute('aria-label')).toBe('h2, C');
  });

  it('hides its drawing from assistive technology', () => {
    make(cannon());
    expect(container.querySelector('.ground')?.getAttribute('aria-hidden')).toBe('true');
    expect(container.querySelector('.pieces')?.parentElement?.getAttribute('aria-hidden')).toBe('true');
  });

  it('speaks the language of the label function', () => {
    make(cannon({ label: (cell, { code }) => `${cell.label} ${code === '' ? '空' : '炮'}` }));
    expect(cellElement(cellAt(xiangqi, 'h2')).getAttribute('aria-label')).toBe('h2 炮');
    expect(cellElement(0).getAttribute('aria-label')).toBe('a9 空');
  });

  it('redraws at most once per frame', () => {
    const shown = make(cannon());
    frames = [];
    shown.set({ theme: 'dark' });
    shown.set({ theme: 'light' });
    shown.pick(cellAt(xiangqi, 'h2'));
    expect(frames).toHaveLength(1);
  });

  it('moves the element of a piece step by step and keeps the others', () => {
    const onLand = vi.fn();
    const shown = make(cannon({ onLand }));
    const bystander = pieces().find((use) => use.getAttribute('href')?.endsWith('-n'));
    const content = configWith(xiangqi, { e2: 'C', h9: 'n' }).content;
    shown.set({ content, lastMove: moveThrough(xiangqi, 'h2', 'e2'), moves: [] });
    nextFrame();
    nextFrame(10);
    nextFrame(100);
    const moving = pieces().find((use) => use.getAttribute('href')?.endsWith('-C'));
    expect(moving?.getAttribute('transform')).toMatch(/^translate\(5\.5 7\) scale/);
    expect(onLand).not.toHaveBeenCalled();
    nextFrame(200);
    expect(
      pieces()
        .find((use) => use.getAttribute('href')?.endsWith('-C'))
        ?.getAttribute('transform'),
    ).toBe('translate(4 7)');
    expect(pieces()).toContain(bystander);
    expect(onLand.mock.calls).toEqual([['slide', 0]]);
  });

  it('draws a piece on its way in a layer of its own: its frames touch nothing else', () => {
    const shown = make(cannon());
    const content = configWith(xiangqi, { e2: 'C', h9: 'n' }).content;
    shown.set({ content, lastMove: moveThrough(xiangqi, 'h2', 'e2'), moves: [] });
    const label = (name: string): string | null | undefined =>
      container.querySelector(`[data-cell="${cellAt(xiangqi, name)}"]`)?.getAttribute('aria-label');
    nextFrame();
    expect(label('e2')).toBe('e2, empty');
    // The second frame tells the cells; from then on only the piece on its way is drawn.
    nextFrame();
    expect(label('e2')).not.toBe('e2, empty');
    const observer = new MutationObserver(() => undefined);
    for (const still of container.querySelectorAll('.under, .standing, .play'))
      observer.observe(still, { subtree: true, childList: true, attributes: true });
    nextFrame();
    nextFrame();
    expect(observer.takeRecords()).toEqual([]);
    expect(container.querySelectorAll('.moving use')).toHaveLength(1);
    nextFrame(400);
    expect(container.querySelectorAll('.moving use')).toHaveLength(0);
    expect(observer.takeRecords().length).toBeGreaterThan(0);
    observer.disconnect();
  });

  it('shows the new position at once when animation is off, and still reports the landing', () => {
    const onLand = vi.fn();
    const shown = make(cannon({ animation: 0, onLand }));
    const content = configWith(xiangqi, { h9: 'C' }).content;
    shown.set({ content, lastMove: moveThrough(xiangqi, 'h2', 'h9'), moves: [] });
    nextFrame();
    expect(pieces().map((use) => use.getAttribute('transform'))).toEqual(['translate(7 0)']);
    expect(onLand.mock.calls.map(([kind]) => kind as string).sort()).toEqual(['capture', 'slide']);
  });

  it('gives two boards on one page different ids', () => {
    make(cannon());
    const other = document.createElement('div');
    document.body.append(other);
    const second = createBoard(other, cannon());
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    second.destroy();
    expect(other.children).toHaveLength(0);
    other.remove();
  });
});

describe('the keyboard', () => {
  it('moves the cursor with arrows and plays with Enter', () => {
    const onMove = vi.fn();
    const shown = make(cannon({ onMove }));
    shown.focus(cellAt(xiangqi, 'g2'));
    nextFrame();
    key('ArrowRight');
    expect(document.activeElement).toBe(cellElement(cellAt(xiangqi, 'h2')));
    key('Enter');
    expect(cellElement(cellAt(xiangqi, 'h2')).getAttribute('aria-selected')).toBe('true');
    expect(cellElement(cellAt(xiangqi, 'e2')).getAttribute('aria-label')).toBe('e2, empty, legal');
    for (const name of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', ' ']) key(name);
    expect(onMove.mock.calls).toEqual([[moveThrough(xiangqi, 'h2', 'e2')]]);
  });

  it('shows where it is only while it is used', () => {
    const shown = make(cannon());
    shown.focus(0);
    key('ArrowRight');
    expect(container.querySelectorAll('.focus')).toHaveLength(1);
    container.querySelector('.play')?.dispatchEvent(new Event('focusout', { bubbles: true }));
    nextFrame();
    expect(container.querySelectorAll('.focus')).toHaveLength(0);
  });

  it('goes to the ends of rows and columns', () => {
    const shape = gomokuShape();
    const shown = make(configWith(shape, {}));
    shown.focus(cellAt(shape, 'c7'));
    const cursorLabel = (): string => shape.cells[shown.state.cursor.cell]?.label ?? '';
    key('End');
    expect(cursorLabel()).toBe('o7');
    key('PageUp');
    expect(cursorLabel()).toBe('o15');
    key('Home');
    expect(cursorLabel()).toBe('a15');
    key('PageDown');
    expect(cursorLabel()).toBe('a1');
    key('ArrowDown');
    expect(cursorLabel()).toBe('a1');
  });

  it('lets go with Escape', () => {
    const onSelect = vi.fn();
    const shown = make(cannon({ onSelect }));
    shown.focus(cellAt(xiangqi, 'h2'));
    key('Enter');
    key('Escape');
    expect(onSelect.mock.calls).toEqual([[cellAt(xiangqi, 'h2')], [null]]);
  });

  it('follows a turned star', () => {
    const shape = chineseCheckersShape();
    const shown = make(configWith(shape, {}, { bottomCamp: 'A' }));
    shown.focus(cellAt(shape, '-4,8'));
    key('ArrowUp');
    expect(shape.cells[shown.state.cursor.cell]?.camp).toBe('A');
    expect(shown.state.cursor.cell).not.toBe(cellAt(shape, '-4,8'));
  });
});

describe('the pointer', () => {
  /** The play picture is 970 x 1070 pixels at the origin, 100 pixels to the cell, whatever the margins. */
  function point(kind: string, label: string, pointerType = 'mouse', offset = 0): void {
    const play = container.querySelector<SVGSVGElement>('.play');
    const shown = board?.state.layout.points[cellAt(xiangqi, label)];
    const [x = 0, y = 0, width = 1, height = 1] = (play?.getAttribute('viewBox') ?? '')
      .split(' ')
      .map(Number);
    if (!play || !shown) throw new Error('there is no board to point at');
    vi.spyOn(play, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width * 100, height * 100));
    play.dispatchEvent(
      new PointerEvent(kind, {
        clientX: (shown.x - x) * 100 + offset,
        clientY: (shown.y - y) * 100 + offset,
        button: 0,
        isPrimary: true,
        pointerType,
        bubbles: true,
      }),
    );
    nextFrame();
  }

  it('plays by tap and tap, a little beside the points', () => {
    const onMove = vi.fn();
    make(cannon({ onMove }));
    for (const label of ['h2', 'e2']) {
      point('pointerdown', label, 'touch', 30);
      point('pointerup', label, 'touch', 30);
    }
    expect(onMove).toHaveBeenCalledOnce();
  });

  it('plays by dragging and draws the piece under the pointer', () => {
    const onMove = vi.fn();
    make(cannon({ onMove }));
    point('pointerdown', 'h2');
    point('pointermove', 'f2');
    expect(
      pieces().some((use) => use.getAttribute('transform')?.startsWith('translate(5 7) scale(1.08') ?? false),
    ).toBe(true);
    point('pointermove', 'e2');
    point('pointerup', 'e2');
    expect(onMove.mock.calls).toEqual([[moveThrough(xiangqi, 'h2', 'e2')]]);
  });

  it('tells what it hovers, and forgets it when it leaves', () => {
    const onHover = vi.fn();
    make(cannon({ onHover }));
    point('pointermove', 'e2');
    point('pointerleave', 'e2');
    expect(onHover.mock.calls).toEqual([[cellAt(xiangqi, 'e2')], [null]]);
  });

  it('forgets a gesture that the browser took away', () => {
    const onMove = vi.fn();
    make(cannon({ onMove }));
    point('pointerdown', 'h2', 'touch');
    point('pointercancel', 'h2', 'touch');
    point('pointerup', 'e2', 'touch');
    expect(onMove).not.toHaveBeenCalled();
  });

  it('accepts the clicks of screen readers, which have no place', () => {
    const onMove = vi.fn();
    make(cannon({ onMove }));
    for (const label of ['h2', 'e2']) {
      cellElement(cellAt(xiangqi, label)).dispatchEvent(
        new MouseEvent('click', { bubbles: true, detail: 0 }),
      );
    }
    expect(onMove).toHaveBeenCalledOnce();
  });

  it('asks the caller when several moves share the cells', () => {
    const onChoice = vi.fn();
    const moves = ['a', 'b'].map((text) => ({ text, cells: [0] }));
    const shown = make(configWith(gomokuShape(), {}, { moves, onChoice }));
    shown.pick(0);
    expect(onChoice.mock.calls).toEqual([[moves]]);
  });
});
