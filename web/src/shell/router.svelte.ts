// A router of one screen: a table of patterns, the address bar, and reactive state.
import type { Component } from 'svelte';

export type Params = Readonly<Record<string, string>>;

/** A view; it may ask for the named parts of its pattern by the prop `params`. */
export type View = Component<{ params: Params }> | Component<Record<string, never>>;

/**
 * A page: its view is part of the first load (`view`) or fetched when it is first opened (`load`). `prepare` asks the
 * server for what the view will need; it is called when the site is opened at this page. A view that `takesPicture` takes
 * the first picture from the screen itself, when its own board is there.
 */
export type Route = { pattern: string; prepare?: (params: Params) => void; takesPicture?: boolean } & (
  { view: View } | { load: () => Promise<{ default: View }> }
);

export interface Match {
  route: Route;
  params: Params;
}

/** Finds the route of a path: `/r/:code` matches `/r/ab12` with `{ code: 'ab12' }`. */
export function matchRoute(routes: readonly Route[], path: string): Match | undefined {
  for (const route of routes) {
    const params = matchPattern(route.pattern, path);
    if (params) return { route, params };
  }
  return undefined;
}

/** The named parts of a path under a pattern, or undefined when it does not fit. */
export function matchPattern(pattern: string, path: string): Params | undefined {
  const wanted = segments(pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return undefined;
  }
  return params;
}

let path = $state(location.pathname);

/** The path on screen, reactive. */
export function currentPath(): string {
  return path;
}

/** Goes to a path of ours and puts it in the history. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  path = location.pathname;
}

/** Follows the history and plain clicks on links of ours. Returns a function that stops it. */
export function startRouter(): () => void {
  const onPop = (): void => {
    path = location.pathname;
  };
  addEventListener('popstate', onPop);
  document.addEventListener('click', onClick);
  return () => {
    removeEventListener('popstate', onPop);
    document.removeEventListener('click', onClick);
  };
}

function onClick(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (event.defaultPrevented || !isPlain || !link || link.target || link.hasAttribute('download')) return;
  const url = new URL(link.href, location.href);
  // An address with its own fragment on this page is the browser's business (skip links).
  if (url.origin !== location.origin || (url.hash && url.pathname === location.pathname)) return;
  // Files of the server (exports, documents) are not views.
  if (url.pathname.startsWith('/api/')) return;
  event.preventDefault();
  navigate(url.href);
}

function segments(text: string): string[] {
  return text.split('/').filter((part) => part !== '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
