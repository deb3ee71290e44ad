/**
 * Writes the coin logos as files under /pc/coins, the address that the market calls return. They
 * are the same drawings as on the pages.
 */
import { COIN_MARKS, coinSvg } from '@glasshouse/ui/coin-marks';
import type { Plugin } from 'vite';

export const coinFiles: Plugin = {
  name: 'coin-files',
  apply: 'build',
  generateBundle() {
    for (const code of Object.keys(COIN_MARKS)) {
      this.emitFile({ type: 'asset', fileName: `coins/${code.toLowerCase()}.svg`, source: coinSvg(code) });
    }
  },
};
