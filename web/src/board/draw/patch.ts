// Brings the children of a page element in line with a list of nodes, touching only what differs.
import { fix, type SvgNode } from './node';

const SVG = 'http://www.w3.org/2000/svg';

const drawn = new WeakMap<Element, readonly SvgNode[]>();

/** Patches the children of `parent`. Only elements made by earlier calls are expected in it. */
export function patch(parent: Element, next: readonly SvgNode[]): void {
  const before = drawn.get(parent) ?? [];
  drawn.set(parent, next);
  const byKey = new Map<string, [SvgNode, Element]>();
  const unkeyed: [SvgNode, Element][] = [];
  const elements = [...parent.children];
  for (const [index, node] of before.entries()) {
    const element = elements[index];
    if (!element) continue;
    if (node.key === '') unkeyed.push([node, element]);
    else byKey.set(node.key, [node, element]);
  }
  let place = 0;
  let nextUnkeyed = 0;
  const kept = new Set<Element>();
  const result = next.map((node) => {
    const old = node.key === '' ? unkeyed[nextUnkeyed++] : byKey.get(node.key);
    const element = old?.[0].tag === node.tag ? update(old[1], old[0], node) : create(node);
    kept.add(element);
    return element;
  });
  for (const element of elements) if (!kept.has(element)) element.remove();
  for (const element of result) {
    const present = parent.children[place++];
    if (present !== element) parent.insertBefore(element, present ?? null);
  }
}

function create(node: SvgNode): Element {
  const element = document.createElementNS(SVG, node.tag);
  for (const [name, value] of Object.entries(node.attributes)) set(element, name, value);
  if (node.text !== '') element.textContent = node.text;
  if (node.children.length > 0) patch(element, node.children);
  return element;
}

function update(element: Element, before: SvgNode, next: SvgNode): Element {
  if (before === next) return element;
  for (const name of Object.keys(before.attributes)) {
    if (next.attributes[name] === undefined) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(next.attributes)) {
    if (before.attributes[name] !== value) set(element, name, value);
  }
  if (before.text !== next.text) {
    element.textContent = next.text;
    drawn.delete(element);
  }
  if (next.children.length > 0 || before.children.length > 0) patch(element, next.children);
  return element;
}

function set(element: Element, name: string, value: string | number | undefined): void {
  if (value === undefined) return;
  element.setAttribute(name, String(typeof value === 'number' ? fix(value) : value));
}
