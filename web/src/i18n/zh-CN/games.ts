// Chinese names of the games, and a line about each.
export default {
  'game.reversi': '黑白棋',
  'game.xiangqi': '中国象棋',
  'game.gomoku': '五子棋',
  'game.nogo': '不围棋',
  'game.chinese_checkers': '跳棋',
  'game.reversi.line': '翻转棋子，多者为胜',
  'game.xiangqi.line': '楚河汉界，车马炮兵',
  'game.gomoku.line': '五子连珠，亦可连珠禁手',
  'game.nogo.line': '谁提子，谁就输',
  'game.chinese_checkers.line': '二至六人，隔子相跳',
};
