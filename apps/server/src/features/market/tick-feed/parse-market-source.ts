/** Reads MARKET_SOURCE. */
import fs from 'node:fs';
import type { MarketSource } from '../../../contract/market-source.ts';
import { ccxtFile } from './ccxt-exchange.ts';

const FORMS = "'simulated', 'recorded:FILE' or 'ccxt:NAME,NAME', such as 'ccxt:binance,okx,htx'";

/**
 * Throws an Error that says what is wrong, so that a wrong name ends the start instead of a source
 * that never speaks.
 */
export function parseMarketSource(
  text: string,
  { seed, settingsFile }: { seed: number | null; settingsFile: string | null },
): MarketSource {
  if (text === 'simulated') return { kind: 'simulated', seed };
  const [, kind, rest = ''] = /^(recorded|ccxt):(.*)$/s.exec(text) ?? [];
  if (kind === 'recorded') {
    if (!fs.existsSync(rest)) throw new Error(`there is no file ${rest}`);
    return { kind, file: rest };
  }
  if (kind !== 'ccxt') throw new Error(`'${text}' is not ${FORMS}`);
  const exchanges = rest.split(',').map((name) => name.trim());
  const unknown = exchanges.filter((name) => ccxtFile(name) === null);
  if (unknown.length > 0)
    throw new Error(
      `${unknown.map((name) => `'${name}'`).join(', ')}: ccxt has no exchange of that name with WebSockets`,
    );
  if (new Set(exchanges).size < exchanges.length) throw new Error('it names an exchange twice');
  if (settingsFile !== null) checkSettings(settingsFile, exchanges);
  return { kind, exchanges, settingsFile };
}

function checkSettings(file: string, exchanges: readonly string[]): void {
  if (!fs.existsSync(file)) throw new Error(`there is no file ${file}`);
  const settings: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
  const names = typeof settings === 'object' && settings !== null ? Object.keys(settings) : ['?'];
  const foreign = names.filter((name) => !exchanges.includes(name));
  if (foreign.length > 0)
    throw new Error(`${file} has settings of ${foreign.join(', ')}, which it does not ask`);
}
