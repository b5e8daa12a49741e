// A page for looking at boards while working on them: `npm run dev`, then /gallery.html?theme=dark&material=rosewood.
import '../theme.css';
import './gallery.css';
import { type Board, createBoard, type GlyphSet, type Material } from '../board';
import { samples } from './samples';

const query = new URLSearchParams(location.search);
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
const material = (query.get('material') ?? 'kaya') as Material;
const glyphs = (query.get('glyphs') ?? 'traditional') as GlyphSet;
const only = query.get('only');
document.documentElement.dataset['theme'] = theme;

const gallery = document.getElementById('gallery');
const shown: Record<string, Board> = {};
for (const { title, config } of samples()) {
  if (only !== null && !title.toLowerCase().includes(only)) continue;
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = title;
  const holder = document.createElement('div');
  figure.append(holder, caption);
  gallery?.append(figure);
  shown[title] = createBoard(holder, {
    ...config,
    theme,
    material,
    glyphs,
    name: title,
    isFlipped: query.has('flip'),
    palette: query.has('safe') ? 'safe' : 'standard',
    input: (query.get('input') ?? 'direct') as 'direct' | 'twice' | 'slide',
    onMove: (move) => {
      caption.textContent = `${title}: ${move.text}`;
    },
  });
}
Object.assign(window, { shown });
