// A tiny tree of SVG elements: made by the drawing code, written as text for pictures, patched into the page for play.

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface SvgNode {
  tag: string;
  attributes: Attributes;
  children: readonly SvgNode[];
  text: string;
  /** Identity among siblings, so that a moving piece keeps its element. */
  key: string;
}

/** An element with its children; `text` is the only way to put character data into the tree. */
export function el(
  tag: string,
  attributes: Attributes = {},
  children: readonly SvgNode[] = [],
  text = '',
): SvgNode {
  return { tag, attributes, children, text, key: '' };
}

/** The same node, known among its siblings by a key. */
export function keyed(key: string, node: SvgNode): SvgNode {
  return { ...node, key };
}

/** Rounds to the thousandth of a cell: a tenth of a pixel on the largest board. */
export function fix(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The tree as text, safe to put into a document: every value is escaped. */
export function toText(node: SvgNode): string {
  const attributes = Object.entries(node.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(typeof value === 'number' ? fix(value) : value))}"`)
    .join('');
  const inner = escape(node.text) + node.children.map(toText).join('');
  return inner === '' ? `<${node.tag}${attributes}/>` : `<${node.tag}${attributes}>${inner}</${node.tag}>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
