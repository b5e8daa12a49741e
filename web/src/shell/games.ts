// The five games as the site shows them without asking the server, in their order. Nothing is imported: the first picture
// is drawn before the board library is here.
export const GAMES = ['chinese_checkers', 'nogo', 'reversi', 'xiangqi', 'gomoku'] as const;

export type GameName = (typeof GAMES)[number];
