import type { Route } from './shell/router.svelte';
import { prepareRoom } from './shell/session.svelte';
import Start from './views/Start.svelte';

/** Every page of the site. A view that the start page does not need is fetched when it is first opened. */
export const routes: readonly Route[] = [
  { pattern: '/', view: Start },
  {
    pattern: '/r/:code',
    load: () => import('./views/room/Room.svelte'),
    prepare: ({ code = '' }) => prepareRoom(code),
    takesPicture: true,
  },
  { pattern: '/lobby', load: () => import('./views/lobby/Lobby.svelte') },
  { pattern: '/watch', load: () => import('./views/lobby/Lobby.svelte') },
  { pattern: '/watch/:game', load: () => import('./views/lobby/Lobby.svelte') },
  { pattern: '/settings', load: () => import('./views/settings/Settings.svelte') },
  { pattern: '/login', load: () => import('./views/login/Login.svelte') },
  { pattern: '/profile', load: () => import('./views/profile/MyProfile.svelte') },
  { pattern: '/u/:name', load: () => import('./views/profile/Somebody.svelte') },
  { pattern: '/help/:game', load: () => import('./views/help/Help.svelte') },
  { pattern: '/s/:id', load: () => import('./views/study/Study.svelte') },
  { pattern: '/setup', load: () => import('./views/setup/Setup.svelte') },
  { pattern: '/engines', load: () => import('./views/engines/Engines.svelte') },
  { pattern: '/library', load: () => import('./views/library/Library.svelte') },
  { pattern: '/help', load: () => import('./views/help/Help.svelte') },
  { pattern: '/ladder', load: () => import('./views/ladder/Ladder.svelte') },
  { pattern: '/training', load: () => import('./views/training/Training.svelte') },
  { pattern: '/puzzles/:id', load: () => import('./views/puzzles/Solve.svelte') },
  { pattern: '/puzzles', load: () => import('./views/puzzles/Puzzles.svelte') },
];
