import type { Catalogue } from './catalogue';

const zh: Catalogue = {
  'app.skip': '跳到正文',
  'app.language': '语言',
  'app.theme': '主题',
  'theme.light': '浅色',
  'theme.dark': '深色',
  'theme.system': '跟随系统',
  'start.title': '选一种棋',
  'missing.title': '没有这个页面',
  'missing.text': '{path} 处什么也没有：地址可能写错了，或者房间已经关闭。',
  'missing.home': '回到首页',
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

export default zh;
