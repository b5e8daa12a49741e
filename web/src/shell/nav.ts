// The pages that the header leads to, in order. A page joins it by one line here and one message `nav.<name>`.
export const NAV = [
  { path: '/lobby', key: 'nav.lobby' },
  { path: '/watch', key: 'nav.watch' },
  { path: '/library', key: 'nav.library' },
  { path: '/puzzles', key: 'nav.puzzles' },
  { path: '/ladder', key: 'nav.ladder' },
  { path: '/training', key: 'nav.training' },
  { path: '/help', key: 'nav.help' },
  { path: '/settings', key: 'nav.settings' },
] as const;
