/** How the site is built: base path /pc, hashed files, nothing inlined (the content security policy allows no inline code or data fonts). */
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['SERVER_URL'] ?? 'http://localhost:8080';

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
            { name: 'vendor', test: /node_modules\/(@tanstack|i18next|react-i18next)\//, priority: 20 },
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
