// Files that are needed soon: sent for by name, so that they are there when they are asked for.

/** Sends for the files that the page lists under a name; nobody waits for them yet. */
export function preload(list: 'views' | 'table'): void {
  const names = document.querySelector<HTMLMetaElement>(`meta[name=${list}]`)?.content ?? '';
  for (const href of names.split(' ').filter(Boolean)) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href }));
  }
}
