// A Vite plugin: the page names the files of the views, so that the script that draws the first picture can send for them
// when it has drawn. Named as <link>s they would be read and compiled before it. <meta name="views"> lists those that every
// page needs, <meta name="table"> what a table needs besides.

/** All files that a chunk needs to be evaluated: itself, what it imports (not what it may import later), their styles. */
export function filesOf(chunk, bundle, found = new Set()) {
  if (!chunk || found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const name of chunk.imports) filesOf(bundle[name], bundle, found);
  return found;
}

/** The tags for the head of the page. `early` has been named by Vite itself. */
export function tagsOf(bundle) {
  const chunkOf = (end) =>
    Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(end));
  const early = filesOf(chunkOf('/index.html'), bundle);
  const views = filesOf(chunkOf('/src/app.ts'), bundle);
  const table = filesOf(chunkOf('/src/views/room/Room.svelte'), bundle);
  return [
    list(
      'views',
      [...views].filter((file) => !early.has(file)),
    ),
    list(
      'table',
      [...table].filter((file) => !early.has(file) && !views.has(file)),
    ),
  ];
}

function list(name, files) {
  return {
    tag: 'meta',
    attrs: { name, content: files.map((file) => `/${file}`).join(' ') },
    injectTo: 'head',
  };
}

/** The plugin. */
export default function preload() {
  return {
    name: 'duiyi-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => (bundle ? tagsOf(bundle) : []),
    },
  };
}
