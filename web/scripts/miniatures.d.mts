import type { Plugin } from 'vite';

export function pictures(theme: 'light' | 'dark'): Promise<Record<string, string>>;
export default function miniatures(): Plugin;
