/**
 * Preloads the font of Latin letters and figures by the head of the page. If it arrived after the
 * first text, it would move what is already shown.
 */
import type { Plugin } from 'vite';

const FONT = /inter-latin-opsz-[^/]*\.woff2$/;

export const preloadFont: Plugin = {
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => FONT.test(name));
      if (file === undefined) throw new Error('the build has no font to preload');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/pc/${file}`, crossorigin: '' };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};
