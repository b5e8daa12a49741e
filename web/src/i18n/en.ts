// English messages. This file is the list of keys: every other language has exactly the same ones.
const en = {
  'app.skip': 'Skip to content',
  'app.language': 'Language',
  'app.theme': 'Theme',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.system': 'System',
  'start.title': 'Choose a game',
  'missing.title': 'This page does not exist',
  'missing.text': 'Nothing lives at {path}. The address may be mistyped, or the room may have been closed.',
  'missing.home': 'Back to the start page',
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

export default en;
