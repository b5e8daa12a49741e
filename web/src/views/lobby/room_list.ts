// The list of rooms while somebody looks at it. What is looked at stays where it is: a game that has ended keeps its place
// until another one takes it, and new rooms come last.
import { readSpec } from '../../shell/spec';
import type { OutcomeView, RoomCard } from '../../wire.gen';

/** A room of the lobby; one whose game has just ended is `finished` and may tell how it ended. */
export interface ShownRoom extends RoomCard {
  outcome?: OutcomeView | null;
}

/** The rooms after one has changed or is gone. */
export function withCard(
  rooms: readonly ShownRoom[],
  code: string,
  card: RoomCard | null,
): readonly ShownRoom[] {
  if (!card)
    return rooms.flatMap((old) => {
      if (old.room !== code) return [old];
      // Who waited for people has found them or is gone; a game stays with its last board.
      return old.phase === 'open' ? [] : [{ ...old, phase: 'finished' }];
    });
  const gameOf = ({ settings }: RoomCard): string => readSpec(settings.game).name;
  const place =
    rooms.find(({ room }) => room === code) ??
    rooms.find((old) => card.phase !== 'open' && old.phase === 'finished' && gameOf(old) === gameOf(card));
  return place ? rooms.map((old) => (old === place ? card : old)) : [...rooms, card];
}

/** The rooms after the whole list was told anew, as when the line was lost meanwhile. */
export function withRooms(rooms: readonly ShownRoom[], told: readonly RoomCard[]): readonly ShownRoom[] {
  const codes = new Set(told.map(({ room }) => room));
  const gone = rooms.filter(({ room, phase }) => !codes.has(room) && phase !== 'finished');
  const left = gone.reduce((list, { room }) => withCard(list, room, null), rooms);
  return told.reduce((list, card) => withCard(list, card.room, card), left);
}
