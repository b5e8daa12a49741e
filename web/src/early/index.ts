// The first picture: the boards of the start page, or the board of a table, drawn before the framework, the messages and
// the views have been read. It stands where the view will put the same boards. What is imported here is read before
// anything can be seen, so it is little: a table asks for its position first and fetches the board library meanwhile.
import { askEarly } from '../shell/early';
import { dressPage, storedSettings } from '../shell/stored_settings';
import { drawStartPage } from './start_page';

/** Draws what can be drawn at once; is settled when the browser has painted it, or when there is nothing to draw. */
export async function firstPicture(path: string): Promise<void> {
  const settings = storedSettings();
  dressPage(settings);
  const room = /^\/r\/([^/]+)\/?$/.exec(path)?.[1];
  try {
    if (room !== undefined) {
      const asked = [fetch(`/api/rooms/${room}`), askEarly(`/api/rooms/${room}/game`)] as const;
      void askEarly('/api/me').catch(() => undefined);
      const { drawTable } = await import('./table');
      if (await drawTable(...asked, settings)) await painted();
    } else if (path === '/' && (await drawStartPage(settings))) {
      await painted();
    }
  } catch {
    // A picture that fails is no reason not to show the page itself, which tells what is wrong.
  }
}

/** A frame has been painted; a page in the background paints none and is not waited for. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
