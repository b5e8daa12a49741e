// An ESLint rule for the order of imports: who may import whom inside src/.
import path from 'node:path';

/** Every layer with the layers it may import. Files directly in src/ are the layer `app`, which may import all. */
export const LAYERS = {
  'wire.gen': [],
  board: [],
  sound: [],
  i18n: [],
  net: ['wire.gen'],
  shell: ['board', 'sound', 'i18n', 'net', 'wire.gen'],
  views: ['shell', 'board', 'sound', 'i18n', 'net', 'wire.gen'],
  early: ['views', 'shell', 'board', 'i18n', 'wire.gen'],
  gallery: ['board', 'sound', 'i18n'],
};

/** Packages a layer may import by name; a layer not named here may import none. What is `virtual:` the build makes. */
export const PACKAGES = {
  i18n: ['svelte'],
  shell: ['svelte'],
  views: ['svelte'],
  early: ['virtual:miniatures'],
  gallery: [],
};

/** The layer of a file path below src/, or `app` for the files directly in it. */
export function layerOf(relative) {
  const first = relative.split('/')[0];
  if (first.startsWith('wire.gen')) return 'wire.gen';
  return first in LAYERS ? first : 'app';
}

/** A sentence that says why the import is refused, or undefined when it is allowed. */
export function refusal(file, source) {
  const from = layerOf(file);
  // Style sheets are no code: they may come from anywhere.
  if (from === 'app' || source.endsWith('.css')) return undefined;
  if (!source.startsWith('.')) {
    const wanted = source.split('/')[0];
    const allowed = PACKAGES[from] ?? [];
    const isTest =
      /\.test\.ts$/.test(file) && (wanted === 'vitest' || wanted.startsWith('node:') || wanted === 'svelte');
    return isTest || allowed.includes(wanted)
      ? undefined
      : `'${from}' may not import the package '${source}'`;
  }
  const to = layerOf(path.posix.join(path.posix.dirname(file), source));
  if (to === from || (LAYERS[from] ?? []).includes(to)) return undefined;
  const allowed = [from, ...(LAYERS[from] ?? [])].join(', ');
  return `'${from}' may not import '${to}' (it may import: ${allowed})`;
}

export default {
  meta: { type: 'problem', schema: [], messages: { refused: '{{reason}}' } },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const start = file.lastIndexOf('/src/');
    if (start < 0) return {};
    const relative = file.slice(start + '/src/'.length);
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const reason = refusal(relative, source);
      if (reason !== undefined) context.report({ node, messageId: 'refused', data: { reason } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
