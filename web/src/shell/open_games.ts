// Whether somebody has unfinished games, remembered from the last visit: the start page keeps their place free.
const KEY = 'duiyi.open';

export function hadOpenGames(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function noteOpenGames(count: number): void {
  if (count > 0) localStorage.setItem(KEY, String(count));
  else localStorage.removeItem(KEY);
}
