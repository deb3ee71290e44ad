/**
 * Keeps what a user's coins cost, by average cost: fills, exchanges and subscriptions at what they
 * cost or brought in USDT, fees included; what comes in otherwise (deposits, gifts, commissions) at
 * the index price of the last tick; what leaves otherwise at its cost, without a result.
 * `fold_costs` of the migration has the formula and its rounding.
 */
import { BUY, type CoreEvent, type Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';
import {
  MOVE_SEPARATOR,
  USER_OWNER_MIN,
  type BatchStart,
  type Projection,
  type RowCollector,
} from '../../pipeline/projection.ts';
import { OWN_MOVES, SWAPPED } from './posting-kinds.gen.ts';

/** What all costs are counted in; it has none of its own. */
export const COST_COIN = 'USDT';

export const costBasis: Projection = {
  table: {
    name: 'cost_basis',
    columns: {
      owner: 'bigint',
      asset: 'integer',
      moves: 'text',
      units: 'numeric',
      cost: 'numeric',
      realised: 'numeric',
    },
    key: ['owner', 'asset'],
    onConflict: { fold: 'fold_costs', moves: 'moves' },
  },
  forget: null,
  collect: (start) => new CostCollector(start),
};

type Event<T extends CoreEvent['type']> = Extract<CoreEvent, { type: T }>;
interface Amount {
  readonly asset: number;
  readonly units: number;
}

/**
 * Reasons that need no cost: those of trades and exchanges, whose own events have both sides, and
 * those that move nothing.
 */
const OTHERWISE_KNOWN: ReadonlySet<string> = new Set([
  'trade',
  'fee',
  'exchange-paid',
  'exchange-received',
  ...SWAPPED.received,
  ...SWAPPED.paid,
  ...OWN_MOVES,
]);

class CostCollector implements RowCollector {
  readonly #registry: Exchange['registry'];
  #indexPrices: readonly number[];
  /** The amount that was bought last. The next posting has its cost. */
  #bought: Amount | null = null;
  readonly #rows = new Map<string, { readonly owner: number; readonly asset: number; moves: string }>();

  constructor({ registry, indexPrices }: BatchStart) {
    this.#registry = registry;
    this.#indexPrices = indexPrices;
  }

  add(event: CoreEvent): void {
    if (event.type === 'posting') this.#post(event);
    else if (event.type === 'traded') this.#trade(event);
    else if (event.type === 'coins-exchanged') this.#exchange(event);
    else if (event.type === 'ticked') this.#indexPrices = event.prices;
  }

  rows() {
    return [...this.#rows.values()];
  }

  #post({ owner, asset, available, frozen, reason }: Event<'posting'>): void {
    const units = available + frozen;
    if (owner >= USER_OWNER_MIN && SWAPPED.received.has(reason)) this.#bought = { asset, units };
    else if (units < 0 && SWAPPED.paid.has(reason) && this.#bought !== null)
      this.#swap(owner, { asset, units: -units }, this.#bought);
    if (owner < USER_OWNER_MIN || units === 0 || OTHERWISE_KNOWN.has(reason)) return;
    if (units > 0) this.#receive(owner, { asset, units }, this.#worthOf({ asset, units }));
    else this.#give(owner, { asset, units: -units }, null);
  }

  #trade(trade: Event<'traded'>): void {
    const { taker, maker, takerSide, takerFee, makerFee, quoteUnits, lots } = trade;
    if (taker < USER_OWNER_MIN && maker < USER_OWNER_MIN) return;
    const market = this.#registry.markets[trade.market];
    if (market === undefined) throw new Error(`market ${trade.market} is not defined`);
    const base = { asset: market.base, units: lots * market.unitsPerLot };
    const quote = { asset: market.quote, units: quoteUnits };
    for (const [owner, isBuyer, fee] of [
      [taker, takerSide === BUY, takerFee],
      [maker, takerSide !== BUY, makerFee],
    ] as const) {
      const [paid, received] = isBuyer ? [quote, base] : [base, quote];
      this.#swap(owner, paid, { ...received, units: received.units - fee });
    }
  }

  #exchange({ owner, payAsset, pay, receiveAsset, receive }: Event<'coins-exchanged'>): void {
    this.#swap(owner, { asset: payAsset, units: pay }, { asset: receiveAsset, units: receive });
  }

  /** What is received cost what was paid, and that brought what is received. */
  #swap(owner: number, paid: Amount, received: Amount): void {
    if (owner < USER_OWNER_MIN) return;
    const isCost = (asset: number): boolean => this.#registry.assets[asset]?.code === COST_COIN;
    const worth = this.#worthOf(isCost(received.asset) ? received : paid);
    this.#give(owner, paid, worth);
    this.#receive(owner, received, worth);
  }

  #receive(owner: number, { asset, units }: Amount, worth: bigint | null): void {
    if (units > 0) this.#move(owner, asset, `i${units}:${worth ?? ''}`);
  }

  #give(owner: number, { asset, units }: Amount, worth: bigint | null): void {
    if (units > 0) this.#move(owner, asset, `o${units}:${worth ?? ''}`);
  }

  #move(owner: number, asset: number, move: string): void {
    if (this.#registry.assets[asset]?.code === COST_COIN) return;
    const key = `${owner}/${asset}`;
    const there = this.#rows.get(key);
    if (there === undefined) this.#rows.set(key, { owner, asset, moves: move });
    else there.moves += MOVE_SEPARATOR + move;
  }

  /** In units of USDT, rounded down; null without a price. */
  #worthOf({ asset, units }: Amount): bigint | null {
    const { assets, markets } = this.#registry;
    if (assets[asset]?.code === COST_COIN) return BigInt(units);
    const market = markets.find(
      (each) => each?.base === asset && assets[each.quote]?.code === COST_COIN,
    )?.definition;
    const price = this.#indexPrices[market?.market ?? -1] ?? 0;
    if (market === undefined || price === 0) return null;
    const decimals = assets[asset]!.decimals + market.indexDecimals - assets[market.quote]!.decimals;
    const product = BigInt(units) * BigInt(price);
    return decimals >= 0 ? product / 10n ** BigInt(decimals) : product * 10n ** BigInt(-decimals);
  }
}

/** Compares what has a cost with the balances, coin by coin, and costs with what they may be. */
export async function checkCosts(session: Session, exchange: Exchange): Promise<Finding> {
  const { rows } = await session.query<{ owner: number; asset: number; units: string; sound: boolean }>(
    `select owner, asset, units::text as units,
       moves = '' and units >= 0 and coalesce(cost >= 0 and (units > 0 or cost = 0), units > 0) as sound
     from cost_basis`,
  );
  const hasCost = (asset: number): boolean => exchange.registry.assets[asset]?.code !== COST_COIN;
  const held = new Map<string, bigint>();
  exchange.forEachAccount(({ owner, asset, available, frozen }) => {
    if (owner < USER_OWNER_MIN || !hasCost(asset)) return;
    const account = `${owner}/${asset}`;
    held.set(account, (held.get(account) ?? 0n) + BigInt(available) + BigInt(frozen));
  });
  const differences: string[] = [];
  for (const { owner, asset, units, sound } of rows.filter((row) => hasCost(row.asset))) {
    const account = `${owner}/${asset}`;
    if (!sound) differences.push(`${account} has a cost that cannot be`);
    const there = String(held.get(account) ?? 0n);
    held.delete(account);
    if (there !== units) differences.push(`${account} holds ${there}, its cost is of ${units}`);
  }
  for (const [account, units] of held)
    if (units !== 0n) differences.push(`${account} holds ${units}, and has no cost`);
  return finding('what has a cost is what users hold, coin by coin', `${rows.length} costs`, differences);
}
