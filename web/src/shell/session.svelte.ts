// The one socket of this tab, as reactive state. It follows the account: another person, another handshake.
import { Connection, dialServer, type Link } from '../net';
import { account, loadAccount } from './account.svelte';
import { fetchRoomGame } from './requests';

/** Whom the server took us for at the last handshake; undefined until it has said so. */
let greeted = $state<string | null>();

export const connection = new Connection(() => {
  greeted = undefined;
  return dialServer();
});
connection.onFrame((frame) => {
  if (frame.t === 'welcome') greeted = frame.user?.id ?? null;
});

let link = $state<Link>('idle');
connection.onLink((next) => {
  link = next;
});

/** The state of the socket; reactive. */
export function linkState(): Link {
  return link;
}

$effect.root(() => {
  // Once for each person: a server that goes on to take us for somebody else is not asked for ever.
  let reopenedFor: string | null | undefined;
  $effect(() => {
    const id = account.user?.id ?? null;
    if (account.state !== 'known' || greeted === undefined) return;
    if (greeted === id) reopenedFor = undefined;
    else if (reopenedFor !== id) {
      reopenedFor = id;
      connection.reopen();
    }
  });
});

/** Begins what a room's page will need, while its script is still on the way. */
export function prepareRoom(room: string): void {
  connection.open();
  void loadAccount();
  // Who needs it asks again and hears why.
  fetchRoomGame(room).catch(() => undefined);
}

/** A tab that comes back, or a network that changes, is no reason to wait for the next ping. */
const test = (): void => {
  if (connection.link !== 'idle' && document.visibilityState === 'visible') connection.test();
};
addEventListener('online', test);
addEventListener('offline', test);
document.addEventListener('visibilitychange', test);
