import type { Catalogue } from './catalogue';
import site from './zh-CN/site';
import study from './zh-CN/study';
import table from './zh-CN/table';

const zh: Catalogue = { ...site, ...table, ...study };

export default zh;
