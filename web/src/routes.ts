import type { Route } from './shell/router.svelte';
import Start from './views/Start.svelte';

/** Every page of the site. A view that the start page does not need is fetched when it is first opened. */
export const routes: readonly Route[] = [{ pattern: '/', view: Start }];
