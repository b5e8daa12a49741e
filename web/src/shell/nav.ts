// The pages that the header leads to, in order. A page joins it by one line here and one message `nav.<name>`.
export const NAV = [
  { path: '/lobby', key: 'nav.lobby' },
  { path: '/watch', key: 'nav.watch' },
] as const;
