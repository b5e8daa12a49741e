// The board widget: no rules, no network, no framework.
export { createBoard, type Board } from './api';
export { type CellFacts, type Config, defaultLabel } from './config';
export { seatColour } from './draw/colours';
export {
  chineseCheckersShape,
  contentFromText,
  gomokuShape,
  nogoShape,
  reversiShape,
  xiangqiShape,
} from './shapes/shapes';
export { drawPicture } from './page/picture';
export { type LooseShape, readShape } from './shapes/read';
export { piecePictures, type PictureOptions, toSvg } from './svg';
export type {
  Arrow,
  BoardTheme,
  Candidate,
  Cell,
  Content,
  GlyphSet,
  LegalMove,
  Marks,
  Material,
  Palette,
  SeatPath,
  Shape,
  SkinName,
  Tone,
} from './types';
