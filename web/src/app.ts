// The views: everything that can be read and pressed.
import { mount } from 'svelte';
import App from './App.svelte';
import { routes } from './routes';
import { dropFirstPicture } from './shell/early';
import { registerWorker } from './shell/offline.svelte';
import { currentPath, matchRoute, startRouter } from './shell/router.svelte';
import { applySettings } from './shell/settings.svelte';

/** Puts the page of the address on the screen, in place of the first picture. */
export function startViews(target: HTMLElement): void {
  applySettings();
  startRouter();
  const first = matchRoute(routes, currentPath());
  first?.route.prepare?.(first.params);
  registerWorker();
  mount(App, { target });
  // A view that is fetched first takes the picture away when it has its own.
  if (!first?.route.takesPicture) dropFirstPicture();
}
