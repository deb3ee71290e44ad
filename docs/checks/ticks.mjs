/**
 * Checks the public ticks of a running exchange without anything of this project: the hash of each,
 * its link to the one before, the hash of its quotes, and the prices that follow from them by the
 * published rules.
 *
 *   node ticks.mjs https://exchange.example [--from TICK] [--count 300]
 *
 * Ticks of a simulated market have no quotes: of those only hashes and links are checked. It prints
 * a line for each check, and ends with 1 if one fails.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, count: { type: 'string', default: '300' } },
});
const [address] = positionals;
const count = Number(values.count);

/** docs/features/market.md, "The index", by version. */
const RULES = {
  1: { silentMs: 3000, ageMs: 30000, lagMs: 5000, spread: 20000, agree: 5000, jump: 100000, jumpMs: 10000 },
};

async function call(name, input) {
  const url = `${address}/bb/app/market/${name}`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  const { code, data, msg } = await response.json();
  if (code !== 1) throw new Error(`${name}: ${msg}`);
  return data;
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const near = (value, of, ppm) => Math.abs(value - of) * 1e6 <= of * ppm;

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The middles of the quotes that count. */
function middlesOf(coin, quotes, rules) {
  const middles = [];
  for (const { silentMs, coins } of Object.values(quotes)) {
    if (silentMs === null || silentMs > rules.silentMs || !Object.hasOwn(coins, coin)) continue;
    const [bid, ask, ageMs, lagMs] = coins[coin];
    if (!(bid > 0 && bid < ask) || ageMs > rules.ageMs || Math.abs(lagMs ?? 0) > rules.lagMs) continue;
    const middle = (bid + ask) / 2;
    if ((ask - bid) * 1e6 <= middle * rules.spread) middles.push(middle);
  }
  return middles;
}

/** The price of a coin in USDT, or null. `last`: its price of an earlier tick, if there was one. */
function priceOf(coin, { quotes, rules, timeMs }, last) {
  const middles = middlesOf(coin, quotes, rules);
  if (middles.length === 0) return null;
  const price = median(middles);
  const agreeing = middles.filter((middle) => near(middle, price, rules.agree));
  if (agreeing.length < Math.floor(Object.keys(quotes).length / 2) + 1) return null;
  const isFresh = last !== undefined && timeMs - last.timeMs < rules.jumpMs;
  return agreeing.length === 1 && isFresh && !near(price, last.price, rules.jump) ? null : price;
}

/** In smallest steps; 0 is no price, and so is what a double does not count exactly. */
function stepsOf(base, quote, decimals) {
  const steps = base === null || quote === null ? 0 : Math.round((base / quote) * 10 ** decimals);
  return Number.isSafeInteger(steps) ? steps : 0;
}

/** The text whose SHA-256 is the tick's hash, of format 1 or 2. */
function textOf({ tick, timeMs, prices, previousHash, rules, quotesHash }) {
  const list = Object.keys(prices).sort();
  const body = `${tick}|${timeMs}|${list.map((name) => `${name}:${prices[name]}`).join(',')}`;
  return rules === undefined
    ? `${body}|${previousHash}`
    : `v2|${body}|${rules}|${quotesHash}|${previousHash}`;
}

async function readTicks() {
  const [newest] = (await call('getTicks', { size: 1 })).slice(-1);
  const ticks = [];
  let from = values.from === undefined ? Math.max(1, newest.tick - count + 1) : Number(values.from);
  while (ticks.length < count) {
    const page = await call('getTicks', { from, size: Math.min(300, count - ticks.length) });
    if (page.length === 0) break;
    ticks.push(...page);
    from = page.at(-1).tick + 1;
  }
  return ticks;
}

async function readQuotes(ticks) {
  const quotes = new Map();
  for (let from = ticks[0].tick; from <= ticks.at(-1).tick; from += 60)
    for (const row of await call('getTickQuotes', { from, size: 60 })) quotes.set(row.tick, row.quotes);
  return quotes;
}

const { pairs } = await call('getPairs', {});
const ticks = await readTicks();
const quotesOf = await readQuotes(ticks);
const last = new Map();
const wrong = { hash: 0, link: 0, quotes: 0, prices: 0 };
let quoted = 0;
let priced = 0;
ticks.forEach((tick, i) => {
  if (sha256(textOf(tick)) !== tick.hash) wrong.hash++;
  const before = ticks[i - 1];
  if (before && (tick.previousHash !== before.hash || tick.tick !== before.tick + 1)) wrong.link++;
  if (tick.rules === undefined) return;
  quoted++;
  const text = quotesOf.get(tick.tick);
  if (text === undefined || sha256(text) !== tick.quotesHash) return wrong.quotes++;
  const quotes = JSON.parse(text);
  const usdt = (coin) => {
    if (coin === 'USDT') return 1;
    return priceOf(coin, { quotes, rules: RULES[tick.rules], timeMs: tick.timeMs }, last.get(coin));
  };
  for (const { symbol, baseCoin, quoteCoin, indexDecimals } of pairs) {
    const [base, quote] = [usdt(baseCoin), usdt(quoteCoin)];
    const due = stepsOf(base, quote, indexDecimals);
    const said = BigInt((tick.prices[symbol] ?? '0').replace('.', ''));
    if (BigInt(due) !== said) wrong.prices++;
    else if (due > 0) priced++;
  }
  for (const coin of new Set(pairs.flatMap(({ baseCoin, quoteCoin }) => [baseCoin, quoteCoin]))) {
    const price = usdt(coin);
    if (price !== null) last.set(coin, { price, timeMs: tick.timeMs });
  }
});

const checks = [
  ['there are ticks', ticks.length > 0, `${ticks.length}, from ${ticks[0]?.tick}`],
  ['every hash is that of its text', wrong.hash === 0, ''],
  ['every tick follows the one before', wrong.link === 0, ''],
  ['every hash of quotes is that of their text', wrong.quotes === 0, `${quoted} ticks with quotes`],
  ['every price follows from its quotes', wrong.prices === 0, `${priced} prices`],
];
for (const [name, holds, figures] of checks) console.log(`${holds ? 'ok  ' : 'FAIL'} ${name} ${figures}`);
process.exitCode = checks.every(([, holds]) => holds) ? 0 : 1;
