// The title and the icon of the tab say when it is one's turn.

const PLAIN_ICON = '/icon.svg';
const BADGE_ICON = '/icon-turn.svg';

/** Shows or hides the mark; `title` is the title of the page without it. */
export function showBadge(title: string, isMyTurn: boolean): void {
  document.title = isMyTurn ? `● ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isMyTurn ? BADGE_ICON : PLAIN_ICON;
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}

/** Back to the title of the site. */
export function clearBadge(): void {
  showBadge('对弈 Duiyi', false);
}
