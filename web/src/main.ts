import './theme.css';
import './layout.css';
import { firstPicture } from './early';

const target = document.getElementById('app');
if (!target) throw new Error('index.html must contain an element with the id "app"');

void firstPicture(location.pathname).then(async () => {
  const { startViews } = await import('./app');
  startViews(target);
});
