/** Writes the coin marks as files under /pc/coins, where the market calls say that a coin's logo is. Same drawings as on the screen. */
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
