// The first picture: the boards of the start page, or the board of a table, drawn by the board library alone before
// the framework, the messages and the views have been read. It stands where the view will put the same boards.
import { dressPage, storedSettings } from '../shell/stored_settings';
import { preload } from './preload';
import { drawStartPage } from './start_page';
import { drawTable } from './table';

/** Draws what can be drawn at once; is settled when the browser has painted it, or when there is nothing to draw. */
export async function firstPicture(path: string): Promise<void> {
  const settings = storedSettings();
  dressPage(settings);
  const room = /^\/r\/([^/]+)\/?$/.exec(path)?.[1];
  try {
    if (room !== undefined) {
      if (await drawTable(room, settings)) await painted();
    } else if (path === '/' && drawStartPage(settings)) {
      preload('views');
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
