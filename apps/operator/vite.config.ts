/**
 * The build of the back office and of the chat's frame: base path /operator, hashed files, nothing
 * inlined.
 */
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { texts } from './build/texts.ts';

const server = process.env['SERVER_URL'] ?? 'http://localhost:8080';
const page = (name: string): string => path.join(import.meta.dirname, name);

export default defineConfig({
  base: '/operator/',
  plugins: [react(), tailwindcss(), texts],
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
});
