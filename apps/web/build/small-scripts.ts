/**
 * Minifies scripts by SWC after the bundler: another hundredth smaller, because it joins what the
 * bundler leaves apart. React comes minified better by the bundler alone.
 */
import { minify } from '@swc/core';
import type { Plugin } from 'vite';

const REACT = /^assets\/react-/;

export const smallScripts: Plugin = {
  name: 'small-scripts',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const scripts = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && !REACT.test(file.fileName),
    );
    await Promise.all(
      scripts.map(async (script) => {
        if (script.type !== 'chunk') return;
        const { code } = await minify(script.code, {
          module: true,
          ecma: 2022,
          compress: { passes: 3, ecma: 2022, toplevel: true },
          mangle: { toplevel: true },
        });
        script.code = code;
      }),
    );
  },
};
