/**
 * The exchanges that prices come from, read as the feed reads them: each gives a book within ten
 * seconds and knows the coins, and its time is near that of this machine.
 */
import { ASSETS } from '@glasshouse/protocol/market';
import type { MarketSource } from '../../contract/market-source.ts';
import { INDEX_RULES, RULES_VERSION, type Quote } from '../../features/market/tick-feed/index-rule.ts';
import { openSources } from '../../features/market/tick-feed/open-maker.ts';
import type { QuoteSource } from '../../features/market/tick-feed/quote-source.ts';
import { Findings, reasonOf, type Finding } from '../finding.ts';

const BOOK_MS_MAX = 10_000;
/** After the first coin, the others follow. */
const OTHERS_MS_MAX = 3_000;
const LOOK_EVERY_MS = 100;
const FIRST = 'BTC';
const COINS = ASSETS.map(({ code }) => code).filter((code) => code !== 'USDT');
const SOURCES_MIN = 3;

export async function checkMarket(source: MarketSource): Promise<readonly Finding[]> {
  const findings = new Findings('prices');
  const failures = new Map<string, string>();
  try {
    const sources = await openSources(source, {
      nowMs: Date.now(),
      onError: (name, error) => failures.set(name, reasonOf(error)),
    });
    try {
      const found = await Promise.all(sources.map(async (one) => quotesOf(one)));
      for (const [index, { name }] of sources.entries())
        tellSource(findings, { name, quotes: found[index]!, failure: failures.get(name) });
      tellAll(findings, found);
    } finally {
      // What was asked for and not answered may hold a connection for longer.
      await Promise.all(sources.map(async (one) => one.stop().catch(() => undefined)));
    }
  } catch (error) {
    findings.failed(reasonOf(error));
  }
  return findings.all;
}

type Quotes = Readonly<Record<string, Quote>>;

async function quotesOf(source: QuoteSource): Promise<Quotes> {
  source.setCoins(COINS);
  const startMs = performance.now();
  let firstMs: number | null = null;
  for (;;) {
    const { coins } = source.quotesAt(Date.now());
    const now = performance.now();
    if (coins[FIRST] !== undefined) firstMs ??= now;
    const isWhole = COINS.every((coin) => coins[coin] !== undefined);
    const lateMs = firstMs === null ? startMs + BOOK_MS_MAX : firstMs + OTHERS_MS_MAX;
    if (isWhole || now > lateMs) return coins;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function tellSource(
  findings: Findings,
  { name, quotes, failure }: { name: string; quotes: Quotes; failure: string | undefined },
): void {
  const quote = quotes[FIRST];
  if (quote === undefined) {
    const why = failure === undefined ? '' : `: ${failure}`;
    findings.failed(`${name} gave no book of ${FIRST}/USDT within ${BOOK_MS_MAX / 1_000} s${why}`);
    return;
  }
  const [bid, ask, , lagMs] = quote;
  findings.ok(`${name}: ${FIRST}/USDT is ${bid} to ${ask}, ${Object.keys(quotes).length} coins in all`);
  const { lagMsMax } = INDEX_RULES[RULES_VERSION]!;
  if (lagMs === null) findings.note(`${name} does not tell its time`);
  else if (Math.abs(lagMs) > lagMsMax)
    findings.failed(
      `clock: ${name} says another time by ${Math.round(lagMs)} ms; its prices would not count: run an NTP client`,
    );
  else findings.ok(`clock: ${name} is ${Math.round(lagMs)} ms from this machine`);
}

function tellAll(findings: Findings, found: readonly Quotes[]): void {
  if (found.length < SOURCES_MIN)
    findings.note(`${found.length} exchanges: of two both must agree; with three one may fail`);
  const without = COINS.filter(
    (coin) => found.filter((quotes) => quotes[coin] !== undefined).length * 2 <= found.length,
  );
  if (without.length > 0)
    findings.note(`no price of ${without.join(', ')}: more than half of the exchanges must have a coin`);
}
