import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import miniatures from './scripts/miniatures.mjs';
import { stageOf } from './scripts/stages.mjs';

const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), miniatures()],
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  build: {
    outDir: fileURLToPath(new URL('../src/duiyi/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // An inlined asset would be a data: URL, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: stageOf }] } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/socket': { target: server, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    restoreMocks: true,
  },
});
