// The one socket of this tab, as reactive state. It follows the account: another person, another handshake.
import { Connection, dialServer, type Link } from '../net';
import { account } from './account.svelte';

/** Whom the server took us for at the last handshake. */
let greeted: string | null = null;

export const connection = new Connection(() => {
  greeted = account.user?.id ?? null;
  return dialServer();
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
  $effect(() => {
    const id = account.user?.id ?? null;
    if (id !== greeted && connection.link !== 'idle') connection.reopen();
  });
});

/** A tab that comes back, or a network that changes, is no reason to wait for the next ping. */
const test = (): void => {
  if (connection.link !== 'idle' && document.visibilityState === 'visible') connection.test();
};
addEventListener('online', test);
addEventListener('offline', test);
document.addEventListener('visibilitychange', test);
