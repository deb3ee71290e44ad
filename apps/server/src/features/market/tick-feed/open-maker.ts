/** Opens the maker of ticks that MARKET_SOURCE names, for the thread and for the process. */
import fs from 'node:fs';
import { keyOfSeed } from '../keyed-noise.ts';
import { SimulatedSource } from '../simulated-source.ts';
import { loadExchange, type CcxtSettings } from './ccxt-exchange.ts';
import { CcxtSource } from './ccxt-source.ts';
import type { MarketSource } from '../../../contract/market-source.ts';
import type { QuoteSource } from './quote-source.ts';
import { QuotedTicks } from './quoted-ticks.ts';
import { readRecording, recordedSources } from './recorded-source.ts';
import { SimulatedTicks } from './simulated-ticks.ts';
import { tellStrayErrors } from './stray-errors.ts';
import type { TickLog } from './tick-log.ts';
import type { CommittedTick, TickMaker } from './tick-maker.ts';

export interface MakerParts {
  readonly log: TickLog;
  readonly committed: CommittedTick;
  readonly coins: readonly string[];
  /** After a longer pause a simulated market makes this many ticks, then the current one. */
  readonly catchUpTicksMax: number;
}

/** The sources of real quotes; none for a simulated market. */
export async function openSources(
  source: MarketSource,
  { nowMs, onError }: { nowMs: number; onError: (name: string, error: unknown) => void },
): Promise<readonly QuoteSource[]> {
  if (source.kind === 'simulated') return [];
  if (source.kind === 'recorded') return recordedSources(readRecording(source.file), nowMs);
  const settings = readSettings(source.settingsFile);
  tellStrayErrors((error) => onError('ccxt', error));
  return Promise.all(
    source.exchanges.map(async (name) => {
      const exchange = await loadExchange(name, settings[name] ?? {});
      return new CcxtSource({ name, exchange, onError: (error) => onError(name, error) });
    }),
  );
}

export function openMaker(
  source: MarketSource,
  sources: readonly QuoteSource[],
  { log, committed, coins, catchUpTicksMax }: MakerParts,
): TickMaker {
  if (source.kind !== 'simulated') return new QuotedTicks({ sources, log, committed, coins });
  const simulated = new SimulatedSource(source.seed === null ? log.key() : keyOfSeed(source.seed));
  return new SimulatedTicks({ source: simulated, log, committed, catchUpTicksMax, coins });
}

function readSettings(file: string | null): Readonly<Record<string, CcxtSettings>> {
  return file === null ? {} : (JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, CcxtSettings>);
}
