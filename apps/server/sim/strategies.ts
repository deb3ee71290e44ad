/**
 * `npx glasshouse market-strategies`: lets strategies play against the market maker and the
 * contracts of a simulated market, under the rules and fees of everyone. A strategy that gains
 * beyond its error would be paid by the house for knowing what is public. Exit code 1: one does.
 *
 * Each acts once a second, after the tick and the maker's new quotes, as clients do. `latency`
 * knows the prices of the next second, as who reads the exchanges outside directly would; no
 * account of a simulated market can. Without fees it gains, which shows that gains are seen.
 */
import { parseArgs } from 'node:util';
import {
  BUY,
  Exchange,
  newestRules,
  RESULT,
  SELF_TRADE,
  SELL,
  TIME_IN_FORCE,
  WALLET,
  type Command,
  type Market,
  type Side,
  type Traded,
} from '@glasshouse/core';
import { productSeeds } from '../src/composition/products.ts';
import { Catalogue, type NamedMarket } from '../src/contract/catalogue.ts';
import { indexPrices, pairPrice, type CoinPrices } from '../src/features/market/index-prices.ts';
import { keyOfSeed } from '../src/features/market/keyed-noise.ts';
import { usualTerms } from '../src/features/market/maker-terms.ts';
import { Maker } from '../src/features/market/maker.ts';
import { marketSeeds } from '../src/features/market/seeds.ts';
import { SimulatedSource, START_PRICES } from '../src/features/market/simulated-source.ts';
import { arbitrageOrders, takerOrders } from '../src/features/market/takers.ts';
import { MeanOf } from './mean.ts';

type MarketDefinition = Market['definition'];

const START_S = 1_795_000_000;
const FIRST_OWNER = 1000;
/**
 * Quotes a tick inside the maker's spread, on both sides. Only what the platform's own accounts pay
 * it counts: what it earns of other customers is theirs.
 */
const INSIDE = 'inside the spread';
const insideOf = ({ base }: Pick<NamedMarket, 'base'>): string => `${INSIDE}, ${base.code}`;
const CONTRACT_S = 30;
/** In units of USDT: the least stake. */
const STAKE = 5_000_000;
const HISTORY_S = 10;
const TAKER_ROUNDS = 4;

interface Sight {
  readonly pair: NamedMarket;
  /** Prices of the last seconds, oldest first, the current one last, and the next one. */
  readonly past: readonly number[];
  readonly next: number;
}

/** Buys, sells, or waits; and how long it holds. */
interface Strategy {
  readonly name: string;
  readonly holdS: number;
  readonly side: (sight: Sight) => Side | null;
}

const up = (gain: number): Side | null => (gain > 0 ? BUY : gain < 0 ? SELL : null);
const opposite = (side: Side | null): Side | null => (side === null ? null : side === BUY ? SELL : BUY);
const trend = ({ past }: Sight): Side | null => up(past.at(-1)! - past[0]!);

/** Prices of the pair in ticks of its book. */
const inTicks = (price: number, { market }: NamedMarket): number =>
  price * 10 ** market.definition.priceDecimals;

/** Takes a quote that lies on the wrong side of a price, by more than this share of it. */
function against(price: number, pair: NamedMarket, cost = 0): Side | null {
  const { bestAsk, bestBid } = pair.market.book;
  const ticks = inTicks(price, pair);
  if (bestAsk !== 0 && bestAsk * (1 + cost) < ticks) return BUY;
  return bestBid * (1 - cost) > ticks ? SELL : null;
}

/** What a round trip costs: the fee twice, and the way back to a quote that may lie further. */
function costOf(pair: NamedMarket, price: number): number {
  const { book, definition } = pair.market;
  const back = (book.bestAsk - book.bestBid) / inTicks(price, pair);
  return (2 * definition.takerFeePpm) / 1e6 + back;
}

function imbalance({ pair }: Sight): Side | null {
  const lots = (side: Side): number =>
    pair.market.book.depth(side, 5).reduce((sum, [, some]) => sum + some, 0);
  return up(lots(BUY) - lots(SELL));
}

/** Acts only where it covers its costs: a move of more than 0.2 % in a second. */
const RARE = 'latency, at a gain';

const STRATEGIES: readonly Strategy[] = [
  { name: 'momentum', holdS: 10, side: trend },
  { name: 'reversion', holdS: 10, side: (sight) => opposite(trend(sight)) },
  { name: 'imbalance', holdS: 5, side: imbalance },
  { name: 'stream first', holdS: 1, side: ({ pair, past }) => against(past.at(-1)!, pair) },
  { name: 'latency', holdS: 1, side: ({ pair, next }) => against(next, pair) },
  { name: RARE, holdS: 1, side: ({ pair, next }) => against(next, pair, costOf(pair, next)) },
];
const CONTRACTS: readonly Strategy[] = [
  { name: 'contracts, momentum', holdS: CONTRACT_S, side: trend },
  { name: 'contracts, reversion', holdS: CONTRACT_S, side: (sight) => opposite(trend(sight)) },
  { name: 'contracts, latency', holdS: CONTRACT_S, side: ({ past, next }) => up(next - past.at(-1)!) },
];
/** Who plays together: on one book, one strategy would take the quotes that another looks at. */
interface Game {
  readonly strategies: readonly Strategy[];
  readonly contracts: readonly Strategy[];
  readonly isInside: boolean;
}
const NOBODY: Game = { strategies: [], contracts: [], isInside: false };
const GAMES: readonly Game[] = [
  ...STRATEGIES.map((strategy) => ({ ...NOBODY, strategies: [strategy] })),
  { ...NOBODY, contracts: CONTRACTS },
  { ...NOBODY, isInside: true },
];
const INSIDE_OWNER = FIRST_OWNER + CONTRACTS.length;
/** A game lasts no longer, in seconds for each trade that is asked for. */
const SECONDS_PER_TRADE = 4;

/** The command that takes the fees of a pair away. */
function freeOf(definition: MarketDefinition): Command {
  const { market, minNotional, maxNotional, limitBandPpm, marketBandPpm, maxOpenOrders } = definition;
  const kept = { minNotional, maxNotional, limitBandPpm, marketBandPpm, maxOpenOrders };
  return { type: 'change-market', market, makerFeePpm: 0, takerFeePpm: 0, ...kept };
}

interface Trade {
  readonly untilS: number;
  readonly side: Side;
  readonly lots: number;
  readonly flow: Flow;
}

/** What an order brought, in whole coins of the quote and the base. */
interface Flow {
  readonly quote: number;
  readonly base: number;
}

class Play {
  readonly exchange = new Exchange();
  readonly pairs: readonly NamedMarket[];
  /** Gain of each round trip, fill or contract, as a share of its value. */
  readonly gains = new Map<string, MeanOf>();
  readonly #game: Game;
  readonly #source: SimulatedSource;
  readonly #maker: Maker;
  readonly #open = new Map<string, Trade>();
  readonly #positions = new Map<number, string>();
  readonly #past = new Map<string, number[]>();
  #prices: CoinPrices = START_PRICES;
  #next: CoinPrices = START_PRICES;
  #timeS = START_S;
  #seq = 0;

  constructor(game: Game, { seed, hasFees }: { seed: number; hasFees: boolean }) {
    this.#game = game;
    this.#source = new SimulatedSource(keyOfSeed(seed));
    for (const command of newestRules(this.exchange.rules)) this.do(command);
    for (const { command } of [...marketSeeds('demo'), ...productSeeds('demo', START_S * 1000)])
      this.do(command);
    this.pairs = new Catalogue(this.exchange).openedMarkets.filter(({ quote }) => quote.code === 'USDT');
    this.#maker = new Maker({ of: usualTerms }, this.exchange);
    if (!hasFees) for (const { market } of this.pairs) this.do(freeOf(market.definition));
    for (const { name } of [...game.strategies, ...game.contracts]) this.gains.set(name, new MeanOf());
    if (game.isInside) for (const pair of this.pairs) this.gains.set(insideOf(pair), new MeanOf());
    for (let owner = FIRST_OWNER; owner <= INSIDE_OWNER; owner++) this.#fund(owner);
  }

  do(command: Command): { error: string | null; id: number } {
    return this.exchange.apply(++this.#seq, this.#timeS * 1000 + 10, command);
  }

  second(): void {
    this.#timeS++;
    this.#prices = this.#next;
    this.#next = this.#source.next(this.#prices, this.#timeS + 1, 1);
    const prices = indexPrices(this.pairs, this.#prices);
    const { tick } = this.exchange.lastTick;
    this.do({ type: 'tick', tick: tick + 1, tickMs: this.#timeS * 1000, prices });
    this.#quote();
    while (this.exchange.dueCount > 0) this.do({ type: 'process-due', limit: 500 });
    for (const command of arbitrageOrders(this.pairs)) this.do(command);
    this.#note();
    for (const pair of this.pairs) this.#act(pair);
    const options = { pairs: this.pairs, prices: this.#prices, wildness: this.#wildness, maker: this.#maker };
    for (let round = 0; round < TAKER_ROUNDS; round++)
      for (const command of takerOrders({ ...options, seconds: 1 / TAKER_ROUNDS })) this.do(command);
    this.#note();
  }

  get #wildness(): number {
    return this.#source.volatilityAt(this.#timeS);
  }

  #quote(): void {
    const at = { prices: this.#prices, timeS: this.#timeS, wildness: this.#wildness };
    for (const command of this.#maker.quotesFor(this.pairs, at)) this.do(command);
  }

  #act(pair: NamedMarket): void {
    const past = this.#past.get(pair.symbol) ?? [];
    this.#past.set(pair.symbol, past);
    past.push(pairPrice(pair, this.#prices));
    if (past.length > HISTORY_S) past.shift();
    const sight = { pair, past, next: pairPrice(pair, this.#next) };
    this.#game.strategies.forEach((strategy, i) => this.#trade(strategy, FIRST_OWNER + i, sight));
    this.#game.contracts.forEach((strategy, i) => this.#bet(strategy, FIRST_OWNER + i, sight));
    if (this.#game.isInside) this.#quoteInside(pair);
  }

  /** Opens a round trip, or ends it with an order of the other side. */
  #trade({ name, holdS, side: sideOf }: Strategy, owner: number, sight: Sight): void {
    const { pair } = sight;
    const key = `${name} ${pair.symbol}`;
    const open = this.#open.get(key);
    if (open !== undefined) {
      if (this.#timeS < open.untilS) return;
      this.#open.delete(key);
      const back = this.#take(owner, pair, { side: open.side === BUY ? SELL : BUY, lots: open.lots });
      const [quote, base] = [open.flow.quote + back.quote, open.flow.base + back.base];
      const gain = quote + base * pairPrice(pair, this.#prices);
      this.gains.get(name)!.add(gain / this.#valueOf(pair, open.lots));
      return;
    }
    const side = sideOf(sight);
    if (side === null) return;
    const lots = this.#lots(pair);
    const flow = this.#take(owner, pair, { side, lots });
    if (flow.base !== 0) this.#open.set(key, { untilS: this.#timeS + holdS, side, lots, flow });
  }

  #bet({ name, side: sideOf }: Strategy, owner: number, sight: Sight): void {
    const side = sideOf(sight);
    if (side === null || this.#timeS % CONTRACT_S !== 0) return;
    const { market } = sight.pair.market.definition;
    const direction = side === BUY ? 1 : 2;
    const bet = {
      type: 'open-position',
      owner,
      market,
      direction,
      stake: STAKE,
      seconds: CONTRACT_S,
    } as const;
    const { error, id } = this.do(bet);
    if (error === null) this.#positions.set(id, name);
  }

  #quoteInside(pair: NamedMarket): void {
    const owner = INSIDE_OWNER;
    const { market } = pair.market.definition;
    this.do({ type: 'cancel-all', owner, market });
    const { bestBid, bestAsk } = pair.market.book;
    const reference = inTicks(pairPrice(pair, this.#prices), pair);
    for (const [side, price] of [
      [BUY, bestBid + 1],
      [SELL, bestAsk - 1],
    ] as const) {
      const isInside =
        side === BUY ? price < reference && price < bestAsk : price > reference && price > bestBid;
      if (!isInside) continue;
      const order = this.#order(owner, pair, { side, lots: this.#lots(pair) });
      this.do({ ...order, price, timeInForce: TIME_IN_FORCE.POST_ONLY });
    }
  }

  #take(owner: number, pair: NamedMarket, order: { side: Side; lots: number }): Flow {
    const held = ({ asset, decimals }: NamedMarket['base']): number =>
      this.exchange.balance(owner, WALLET.exchange, asset).available / 10 ** decimals;
    const [quote, base] = [held(pair.quote), held(pair.base)];
    this.do(this.#order(owner, pair, order));
    return { quote: held(pair.quote) - quote, base: held(pair.base) - base };
  }

  #order(owner: number, { market }: NamedMarket, { side, lots }: { side: Side; lots: number }) {
    const far = market.referencePrice() * (side === BUY ? 1.02 : 0.98);
    return {
      type: 'place-order',
      owner,
      market: market.definition.market,
      side,
      price: side === BUY ? Math.floor(far) : Math.ceil(far),
      lots,
      quoteAmount: 0,
      timeInForce: TIME_IN_FORCE.IOC,
      selfTrade: SELF_TRADE.cancelNewest,
      clientOrderId: null,
    } as const;
  }

  /** About 50 USDT. */
  #lots(pair: NamedMarket): number {
    const { lotDecimals } = pair.market.definition;
    return Math.max(1, Math.round((50 / pairPrice(pair, this.#prices)) * 10 ** lotDecimals));
  }

  #valueOf(pair: NamedMarket, lots: number): number {
    return (lots / 10 ** pair.market.definition.lotDecimals) * pairPrice(pair, this.#prices);
  }

  /** Results of contracts, and fills of who quotes inside, each against the index at its time. */
  #note(): void {
    this.exchange.drainEvents((event) => {
      if (event.type === 'position-changed' && event.status !== 0) {
        const name = this.#positions.get(event.position);
        if (name === undefined || event.result === RESULT.none) return;
        this.#positions.delete(event.position);
        const { stake, fee, profitRatePpm } = event;
        const won =
          event.result === RESULT.win
            ? (stake * profitRatePpm) / 1e6
            : event.result === RESULT.lose
              ? -stake
              : fee;
        this.gains.get(name)!.add((won - fee) / stake);
      } else if (event.type === 'traded' && event.maker === INSIDE_OWNER && event.taker < FIRST_OWNER)
        this.#noteFill(event);
    });
  }

  #noteFill({ market, takerSide, lots, quoteUnits, makerFee }: Traded): void {
    const pair = this.pairs.find((one) => one.market.definition.market === market)!;
    const value = this.#valueOf(pair, lots);
    const paid = quoteUnits / 10 ** pair.quote.decimals;
    const fee =
      takerSide === SELL
        ? (makerFee / 10 ** pair.base.decimals) * pairPrice(pair, this.#prices)
        : makerFee / 10 ** pair.quote.decimals;
    this.gains.get(insideOf(pair))!.add(((takerSide === SELL ? value - paid : paid - value) - fee) / value);
  }

  #fund(owner: number): void {
    this.do({ type: 'open-account', owner });
    for (const { asset, code, decimals } of this.exchange.assets)
      for (const wallet of [WALLET.exchange, WALLET.contract]) {
        const usdt = code === 'USDT' ? 10_000_000 : 10_000_000 / (START_PRICES[code] ?? 1);
        const amount = Math.round(usdt * 10 ** decimals);
        this.do({ type: 'issue', owner, wallet, asset, amount, reason: 'play-money' });
      }
  }
}

const { values } = parseArgs({
  options: {
    'without-fees': { type: 'boolean', default: false },
    trades: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const [trades, seed] = [Number(values.trades), Number(values.seed)];
const LABEL_WIDTH = 22;
const inBasisPoints = (share: number): string => (share * 1e4).toFixed(2);

/** Plays until every strategy has traded often enough, or for long enough. */
function played(game: Game): Play {
  const play = new Play(game, { seed, hasFees: !values['without-fees'] });
  const isDone = (): boolean => [...play.gains.values()].every(({ count }) => count >= trades);
  for (let second = 0; second < SECONDS_PER_TRADE * trades && !isDone(); second++) play.second();
  return play;
}

let isBeaten = false;
for (const game of GAMES)
  for (const [name, { mean, error, count }] of played(game).gains) {
    const isAbove = mean > error;
    isBeaten ||= isAbove;
    const figures = `${inBasisPoints(mean)} ± ${inBasisPoints(error)} bp of the value, ${count} times`;
    console.log(
      `${isAbove ? 'GAINS' : 'ok   '} ${name.padEnd(LABEL_WIDTH)} ${count === 0 ? 'no trade' : figures}`,
    );
  }
process.exitCode = isBeaten ? 1 : 0;
