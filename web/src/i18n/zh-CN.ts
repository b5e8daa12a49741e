import type { Catalogue } from './catalogue';
import games from './zh-CN/games';
import site from './zh-CN/site';
import study from './zh-CN/study';
import table from './zh-CN/table';

const zh: Catalogue = { ...games, ...site, ...table, ...study };

export default zh;
