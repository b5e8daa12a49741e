// Is there a server? And the worker that lets the site open without one.
import { account } from './account.svelte';

let isOnline = $state(navigator.onLine);
addEventListener('online', () => (isOnline = true));
addEventListener('offline', () => (isOnline = false));

/** No network, or no answer from the server; reactive. */
export function isOffline(): boolean {
  return !isOnline || account.state === 'unreachable';
}

/** Registers the service worker; without one the site works all the same. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  };
  // What the page needs itself comes first.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
