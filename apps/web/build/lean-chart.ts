/**
 * Leaves out the chart library's indicators that the site does not offer: the library registers all
 * of its own, so none would fall away by itself. Fails if the library has changed its list.
 */
import type { Plugin } from 'vite';
import { MAIN_INDICATORS, PANE_INDICATORS } from '../src/shared/chart/indicators.ts';

const LIBRARY = /node_modules\/klinecharts\/dist\/index\.esm\.js$/;
const LIST = /var extensions\$2 = \[([\w\s,]+)\];/;
const OFFERED = new Set<string>([...MAIN_INDICATORS, ...PANE_INDICATORS]);

export const leanChart: Plugin = {
  name: 'lean-chart',
  apply: 'build',
  transform: {
    filter: { id: LIBRARY },
    handler(code) {
      const [list, names = ''] = LIST.exec(code) ?? [];
      if (list === undefined) throw new Error('klinecharts has no list of indicators where it was');
      const found = new Set<string>();
      const kept = names.split(',').filter((variable) => {
        const indicator = new RegExp(String.raw`^var ${variable.trim()} = \{\s+name: '(\w+)'`, 'm').exec(
          code,
        )?.[1];
        if (indicator === undefined) throw new Error(`klinecharts has no indicator ${variable.trim()}`);
        if (OFFERED.has(indicator)) found.add(indicator);
        return OFFERED.has(indicator);
      });
      const missing = [...OFFERED].filter((name) => !found.has(name));
      if (missing.length > 0) throw new Error(`klinecharts has no indicator ${missing.join(', ')}`);
      return { code: code.replace(list, `var extensions$$2 = [${kept.join(',')}];`), map: null };
    },
  },
};
