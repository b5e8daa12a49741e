// English names of the games, and a line about each.
export default {
  'game.reversi': 'Reversi',
  'game.xiangqi': 'Xiangqi',
  'game.gomoku': 'Gomoku',
  'game.nogo': 'NoGo',
  'game.chinese_checkers': 'Chinese Checkers',
  'game.reversi.line': 'Turn the discs, count the board',
  'game.xiangqi.line': 'Chariots, horses, cannons and a river',
  'game.gomoku.line': 'Five in a row; Renju for the strict',
  'game.nogo.line': 'Who captures, loses',
  'game.chinese_checkers.line': 'Hop across the star, two to six seats',
} as const;
