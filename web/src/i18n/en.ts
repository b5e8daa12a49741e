// English messages, by area. This is the list of keys: every other language has exactly the same ones.
import games from './en/games';
import site from './en/site';
import study from './en/study';
import table from './en/table';

export default { ...games, ...site, ...table, ...study } as const;
