/**
 * The build of the back office and of the chat's frame: hashed files that both share, nothing
 * inlined. Each page loads them from its own path, /operator or /chat: staff and customers can then
 * be let in apart.
 */
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { texts } from './build/texts.ts';

const server = process.env['SERVER_URL'] ?? 'http://localhost:8080';
const page = (name: string): string => path.join(import.meta.dirname, name);

const SERVED_AT: Readonly<Record<string, string>> = { '/index.html': '/operator/', '/chat.html': '/chat/' };
/** Routes are of any depth, so a page cannot name its files from where it is. */
const ownPaths: Plugin = {
  name: 'own-paths',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path: name }) => html.replaceAll(/(?<=(?:src|href)=")\.\//g, SERVED_AT[name] ?? './'),
  },
};

export default defineConfig(({ command }) => ({
  base: command === 'build' ? './' : '/operator/',
  plugins: [react(), tailwindcss(), texts, ownPaths],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { index: page('index.html'), chat: page('chat.html') } },
  },
  server: {
    port: 5174,
    strictPort: true,
    proxy: {
      '/operator/app': server,
      '/bb': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
}));
