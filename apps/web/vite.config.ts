/**
 * The build of the site: base path /pc, hashed files, nothing inlined (the content security policy
 * allows no inline code or data fonts).
 */
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { content } from './build/content.ts';
import { coinFiles } from './build/coin-files.ts';
import { heads } from './build/page-heads.ts';
import { leanChart } from './build/lean-chart.ts';
import { leanCss } from './build/lean-css.ts';
import { maintenancePage } from './build/maintenance-page.ts';
import { precompress } from './build/precompress.ts';
import { preloadFiles } from './build/preload-files.ts';
import { ROUTES } from './build/route-tree.ts';
import { smallScripts } from './build/small-scripts.ts';
import { texts } from './build/texts.ts';

const ON_EVERY_PAGE = /^assets\/(react|rolldown-runtime|site|vendor|_site|frame|icons)-/;
const server = process.env['SERVER_URL'] ?? 'http://localhost:8080';

export default defineConfig({
  base: '/pc/',
  plugins: [
    tanstackRouter(ROUTES),
    react(),
    tailwindcss(),
    texts,
    content,
    heads,
    coinFiles,
    leanChart,
    leanCss,
    maintenancePage,
    smallScripts,
    preloadFiles,
    precompress,
  ],
  resolve: {
    alias: {
      // The shim carries the hook once more, for versions of React that lack it.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A script need not preload files that every page has loaded before it.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !ON_EVERY_PAGE.test(file)) : files,
    },
    // The imports of each file, which the bench of the pages reads.
    manifest: true,
    rolldownOptions: {
      // Icons read a property without using it. No property read here has a side effect, so the
      // build may drop it.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            // Vendor files that rarely change; everything else is split by route.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
              priority: 30,
            },
            { name: 'vendor', test: /node_modules\/@tanstack\//, priority: 20 },
            // Code that most pages use is one file, which compresses better than twenty small ones.
            {
              name: 'site',
              // The home page needs no forms and tables.
              test: /apps\/web\/src\/(data(?!\/(download|public-terms))|shared(?!\/(content|device-name|forms|rates|products|curve|product-|SectionBar|PageHeader|CopyButton|lists\/CardLoading|locales|chart\/locales|lists\/(DataTable|FilterSelect|amount-column)|Balance|hidden-balances|price-tone|trade-|tick-chain|balance-text))|app(?!\/(news|pages)))\/|packages\/ui\/src\/(?!Amount|amount-format|TextInput|Field\.tsx|SelectInput|DecimalInput|decimal-text|Dialog|Checkbox|ToggleGroup|KeyValue|Note|save-file)|node_modules\/(lucide-react\/dist\/esm\/(?!icons\/)|@messageformat|make-plural\/)/,
              minShareCount: 4,
              priority: 10,
            },
            // Other code of the page frame (navigation, footer) and of the home page that further
            // pages use too.
            {
              name: 'frame',
              test: /lucide-react\/dist\/esm\/icons\/(arrow-(left|right|up-right)|bell|check|chevron-down|circle-dollar-sign|globe|landmark|layers|message-square|moon|pickaxe|rocket|sun|timer|trending-up|wifi-off)\.mjs|packages\/ui\/src\/(Spark|Menu|Logo)|apps\/web\/src\/(data\/(klines|news-count)|features\/market\/(CompactVolume|pair-list)|app\/shell\/Footer|shared\/(FactRows|support-panel|theme))|packages\/(money\/src\/(limits|rounding)|protocol\/src\/features\/seconds-contract\/quote)/,
              minShareCount: 2,
              priority: 10,
            },
            // What the trading pages share, and the home page does not need.
            {
              name: 'trading',
              test: /apps\/web\/src\/(data\/timeframes|features\/(market\/(FavouriteStar|feed)|spot\/order-types|wallet\/PostingReason)|shared\/(PanelEdge|lists\/amount-column|chart\/(indicators|price-tags|TimeframePicker|ChartWaiting|LazyKlineChart)|return-to|useElementSize|Balance|balance-text|hidden-balances|price-tone|trade-|tick-chain))|packages\/(money\/src\/quote-value|protocol\/src\/features\/spot\/quote|ui\/src\/(Amount|amount-format|DecimalInput|decimal-text))/,
              minShareCount: 2,
              priority: 9,
            },
            // What the page frame loads for signed-in users.
            {
              name: 'own',
              test: /apps\/web\/src\/.*\/(AccountMenu|AvatarImage|UnreadBadge)\.tsx/,
              priority: 9,
            },
            // The countdown of running contracts.
            {
              name: 'countdown',
              test: /apps\/web\/src\/features\/seconds-contract\/(countdown|useServerNow)/,
              minShareCount: 2,
              priority: 9,
            },
            // What pages of text and forms share, and neither the home page nor the trading pages
            // need.
            {
              name: 'pages',
              test: /packages\/ui\/src\/(TextInput|Field\.tsx|SelectInput)|apps\/web\/src\/shared\/(PageHeader|CopyButton|device-name|rates|lists\/(CardLoading|FilterSelect))/,
              minShareCount: 2,
              priority: 9,
            },
            // What pages with settings and lists share.
            {
              name: 'controls',
              test: /packages\/ui\/src\/(Dialog|Checkbox|ToggleGroup|KeyValue|Note|save-file)/,
              minShareCount: 2,
              priority: 9,
            },
            // Icons that several pages use go into one file. Otherwise each would be a file of two
            // hundred bytes.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2, priority: 8 },
            // What pages with forms share. The home page has none.
            {
              name: 'forms',
              test: /apps\/web\/src\/shared\/forms\/(?!locales)|node_modules\/react-hook-form\//,
              priority: 5,
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
      '/api': server,
      '/bb': server,
      '/contract': server,
      '/dev': server,
      '/docs': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
});
