/**
 * Removes from Tailwind's style sheet the colours for browsers without `color-mix`: the build is
 * for browsers that have it. Fails if Tailwind writes those colours otherwise.
 */
import type { Plugin } from 'vite';

const MIXES = String.raw`@supports \(color:color-mix\(in lab, red, red\)\)\{`;
const RULE = String.raw`([^{}]+)\{([^{}]*)\}`;
/** A rule with a plain colour, then the same rule with the mixed one. */
const BOTH = new RegExp(String.raw`(?<=[{}])([^{}]+)\{[^{}]*\}${MIXES}\1\{([^{}]*)\}\}`, 'g');
/** The mixed one alone, where the plain colour is that of further selectors too. */
const MIXED = new RegExp(`${MIXES}${RULE}\\}`, 'g');

export function withoutPlainColours(css: string): string {
  return css.replaceAll(BOTH, '$1{$2}').replaceAll(MIXED, '$1{$2}');
}

export const leanCss: Plugin = {
  name: 'lean-css',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      const css = String(file.source);
      const lean = withoutPlainColours(css);
      if (lean === css || /@supports[^{]*color-mix\(in lab/.test(lean))
        throw new Error('Tailwind mixes colours in another way');
      file.source = lean;
    }
  },
};
