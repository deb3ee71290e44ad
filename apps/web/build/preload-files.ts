/**
 * Preloads by the head of the page what its first picture needs: the font of Latin letters and
 * figures, which would move what is already shown if it came later, and the logo.
 */
import type { Plugin } from 'vite';

const FONT = /inter-latin-opsz-[^/]*\.woff2$/;
const LOGO = /logo-[^/]*\.svg$/;

export const preloadFiles: Plugin = {
  name: 'preload-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const names = Object.keys(bundle ?? {});
      const href = (pattern: RegExp): string => {
        const file = names.find((name) => pattern.test(name));
        if (file === undefined) throw new Error(`the build has no file ${pattern} to preload`);
        return `/pc/${file}`;
      };
      const font = { as: 'font', type: 'font/woff2', href: href(FONT), crossorigin: '' };
      // The server puts the logo of a brand in its place.
      return [font, { as: 'image', href: href(LOGO) }].map((attrs) => ({
        tag: 'link',
        attrs: { rel: 'preload', ...attrs },
        injectTo: 'head' as const,
      }));
    },
  },
};
