// Every event of a room as one sentence, for the live region.
import { t } from '../../i18n/index.svelte';
import { inWords } from '../../shell/http';
import { shownName } from '../../shell/names';
import type { RoomEvent } from '../../wire.gen';
import { checksOf } from './marks';
import type { GameModel } from './model.svelte';
import { moveTexts } from './move_texts';
import { play } from './play_settings.svelte';

/** The sentence of an event that has just been folded in, or '' for one that needs none. */
export function announce(model: GameModel, event: RoomEvent): string {
  const { room } = model;
  switch (event.t) {
    case 'started':
      return model.isMyTurn ? t('event.started_yours') : t('event.started');
    case 'moved': {
      const move = moveTexts(model, play.notation)[event.ply - 1] ?? event.move;
      const words = [t('event.moved', { name: model.nameOf(event.seat), move })];
      if (room.position && checksOf(model.shape, room.position).length > 0) words.push(t('event.check'));
      if (model.isMyTurn && !model.mySeats.includes(event.seat)) words.push(t('event.your_turn'));
      return words.join(' ');
    }
    case 'taken_back':
      return t('event.taken_back', { n: event.ply });
    case 'removed':
      return t('event.removed', { name: model.nameOf(event.seat) });
    case 'paused':
      return t('pause.title');
    case 'resumed':
      return t('event.resumed');
    case 'finished':
      return inWords(event.outcome.words);
    case 'offer':
      return event.offer && !model.mySeats.includes(event.offer.seat)
        ? t(`offer.theirs.${event.offer.kind}`, { name: model.nameOf(event.offer.seat) })
        : event.declined_by === null || event.declined_by === undefined
          ? ''
          : t('event.declined', { name: model.nameOf(event.declined_by) });
    case 'seat':
      return event.cause === 'ready' || event.cause === 'invited'
        ? ''
        : t(`event.seat.${event.cause}`, { name: model.nameOf(event.seat) });
    case 'chat':
      return t('event.said', { name: shownName(event.user.name), text: event.text });
    case 'closed':
      return t('room.closed');
    default:
      return '';
  }
}
