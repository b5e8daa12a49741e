import type { HtmlTagDescriptor, Plugin } from 'vite';

interface Chunk {
  fileName: string;
  imports: readonly string[];
  facadeModuleId?: string | null;
  viteMetadata?: { importedCss: ReadonlySet<string> };
}

export function filesOf(
  chunk: Chunk | undefined,
  bundle: Readonly<Record<string, Chunk>>,
  found?: Set<string>,
): Set<string>;
export function tagsOf(bundle: Readonly<Record<string, Chunk>>): HtmlTagDescriptor[];
export default function preload(): Plugin;
