// A Vite plugin: the page names the files of the views, so that they are on their way while the first picture is drawn.
// Those that every page needs become <link rel="modulepreload">; those of a table are listed in <meta name="table">,
// because only a script knows whether the address is one of a table.

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
  const links = [...views].filter((file) => !early.has(file)).map((file) => link(`/${file}`));
  const rest = [...table].filter((file) => !early.has(file) && !views.has(file)).map((file) => `/${file}`);
  return [...links, { tag: 'meta', attrs: { name: 'table', content: rest.join(' ') }, injectTo: 'head' }];
}

function link(href) {
  const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  return { tag: 'link', attrs: { ...kind, crossorigin: true, href }, injectTo: 'head' };
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
