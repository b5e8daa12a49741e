// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { refusal } from './layers.mjs';

describe('the import order', () => {
  it('lets views import net and board', () => {
    expect(refusal('views/Room.svelte', '../net/socket')).toBeUndefined();
    expect(refusal('views/Room.svelte', '../board')).toBeUndefined();
    expect(refusal('views/room/Seats.svelte', '../../board/index')).toBeUndefined();
  });

  it('keeps the board to itself', () => {
    expect(refusal('board/skins/xiangqi.ts', '../draw/node')).toBeUndefined();
    expect(refusal('board/api.ts', '../net/socket')).toContain("'board' may not import 'net'");
    expect(refusal('board/api.ts', 'svelte')).toContain("may not import the package 'svelte'");
    expect(refusal('board/api.ts', '../i18n/index.svelte')).toBeDefined();
  });

  it('lets net import only the generated wire types', () => {
    expect(refusal('net/socket.ts', '../wire.gen')).toBeUndefined();
    expect(refusal('net/socket.ts', '../board')).toContain("'net' may not import 'board'");
    expect(refusal('net/socket.ts', '../views/Room.svelte')).toBeDefined();
  });

  it('lets tests import the test runner anywhere', () => {
    expect(refusal('board/state.test.ts', 'vitest')).toBeUndefined();
    expect(refusal('board/state.ts', 'vitest')).toBeDefined();
  });
});
