import './theme.css';
import './layout.css';
import { firstPicture } from './early';

const target = document.getElementById('app');
if (!target) throw new Error('index.html must contain an element with the id "app"');

void firstPicture(location.pathname).then(async () => {
  // Sending for a file takes the page a moment too: the picture came first.
  const views = import('./app');
  if (location.pathname.startsWith('/r/')) import('./views/room/Room.svelte').catch(() => undefined);
  (await views).startViews(target);
});
