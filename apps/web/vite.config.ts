/** How the site is built: base path /pc, hashed files, nothing inlined (the content security policy allows no inline code or data fonts). */
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { coinFiles } from './build/coin-files.ts';
import { precompress } from './build/precompress.ts';

const server = process.env['SERVER_URL'] ?? 'http://localhost:8080';

/** sonner writes its styles into the page by script, which our policy forbids: they come with our own style sheet (app.css). */
const sonnerWithoutInlineStyle: Plugin = {
  name: 'sonner-without-inline-style',
  apply: 'build',
  transform(code, id) {
    if (!/node_modules\/sonner\/dist\/index\.mjs/.test(id)) return null;
    const cut = code.replace(/^__insertCSS\(".*"\);?$/m, '');
    if (cut === code) throw new Error('sonner has changed: where does its style sheet go?');
    return { code: cut, map: null };
  },
};

export default defineConfig({
  base: '/pc/',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
    }),
    react({ compiler: true }),
    tailwindcss(),
    sonnerWithoutInlineStyle,
    coinFiles,
    precompress,
  ],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Long-lived vendor files; everything else splits by route.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
              priority: 30,
            },
            { name: 'vendor', test: /node_modules\/@tanstack\//, priority: 20 },
            // What most pages use lies in one file: it packs better than twenty small ones.
            {
              name: 'site',
              test: /apps\/web\/src\/(data|shared|app)\/|packages\/ui\/src\/|node_modules\/lucide-react\//,
              minShareCount: 4,
              priority: 10,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/bb': server,
      '/contract': server,
      '/dev': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
});
