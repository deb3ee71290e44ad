/**
 * The audit's own arithmetic: recomputes the value and the fees of every trade from the rows. It
 * shares no code with the core, whose formulas it checks, and uses only its definitions: assets,
 * markets, fee tiers. Earlier fee tiers come from the journal; a demo that has dropped the oldest
 * part of it can still be audited.
 */
import type { Exchange } from '@glasshouse/core';
import type { Session } from '../../db/database.ts';
import type { SpotFillsTable } from './tables.ts';
import { finding, type Finding } from '../../pipeline/cross-checks.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';
import { tierHistory, type TierDefinition } from './tier-history.ts';

const PAGE_ROWS = 5_000;
const DAY_MS = 86_400_000;
const TIER_DAYS = 30;
const MILLION = 1_000_000n;
/**
 * A trade belongs to the day of the last tick before it, which may come this long after midnight,
 * because the exchange catches up tick by tick after an outage. This close to midnight both days
 * are accepted.
 */
const MIDNIGHT_LAG_MS = 3_600_000;

type Tiers = TierDefinition['tiers'];
type Fill = SpotFillsTable;

interface MarketFacts {
  readonly base: bigint;
  readonly quote: bigint;
  /** Ten to the power of the price's and the lot's decimals together. */
  readonly scale: bigint;
  readonly lot: bigint;
  readonly quoteAsset: number;
  readonly makerFeePpm: bigint;
  readonly takerFeePpm: bigint;
}

function factsOf(exchange: Exchange): Map<number, MarketFacts> {
  const decimals = new Map(exchange.assets.map(({ asset, decimals: places }) => [asset, places]));
  return new Map(
    exchange.markets.map(({ definition }) => {
      const { base, quote, priceDecimals, lotDecimals, makerFeePpm, takerFeePpm } = definition;
      const facts = {
        base: 10n ** BigInt(decimals.get(base)!),
        quote: 10n ** BigInt(decimals.get(quote)!),
        scale: 10n ** BigInt(priceDecimals + lotDecimals),
        lot: 10n ** BigInt(decimals.get(base)! - lotDecimals),
        quoteAsset: quote,
        makerFeePpm: BigInt(makerFeePpm),
        takerFeePpm: BigInt(takerFeePpm),
      };
      return [definition.market, facts];
    }),
  );
}

/**
 * Volume by owner and day, certain and possible. Possible volume comes from trades in another quote
 * coin, whose value no row holds.
 */
class Volumes {
  readonly #days = new Map<number, Map<number, bigint>>();
  readonly #unsure = new Map<number, Set<number>>();

  add(owner: number, day: number, units: bigint | null): void {
    if (units === null) {
      const days = this.#unsure.get(owner) ?? new Set<number>();
      this.#unsure.set(owner, days.add(day));
      return;
    }
    const days = this.#days.get(owner) ?? new Map<number, bigint>();
    days.set(day, (days.get(day) ?? 0n) + units);
    this.#days.set(owner, days);
  }

  /** The volume of the whole days before this one. isLeast: it may be higher. */
  of(owner: number, day: number): { readonly units: bigint; readonly isLeast: boolean } {
    let units = 0n;
    for (const [one, sum] of this.#days.get(owner) ?? [])
      if (one < day && one >= day - TIER_DAYS) units += sum;
    const unsure = [...(this.#unsure.get(owner) ?? [])];
    return { units, isLeast: unsure.some((one) => one < day && one >= day - TIER_DAYS) };
  }
}

/** Checks each trade's value, and its two fees by the tiers of its day. */
export async function checkFillFees(session: Session, exchange: Exchange): Promise<Finding> {
  const markets = factsOf(exchange);
  const history = await tierHistory(session, exchange);
  const volumes = new Volumes();
  const differences: string[] = [];
  let fills = 0;
  let undefinedFills = 0;
  for (let last = -1; ;) {
    const { rows } = await session.query<Fill>(
      'select * from spot_fills where trade_id > $1 order by trade_id limit $2',
      [last, PAGE_ROWS],
    );
    for (const fill of rows) {
      const market = markets.get(fill.market);
      const definition = history.findLast(({ seq }) => seq < fill.seq)?.definition;
      if (definition === undefined) undefinedFills++;
      if (market === undefined) differences.push(`trade ${fill.trade_id} is of no market`);
      else differences.push(...faultsOf(fill, market, { definition: definition ?? null, volumes }));
    }
    fills += rows.length;
    last = rows.at(-1)?.trade_id ?? last;
    if (rows.length < PAGE_ROWS) break;
  }
  const note =
    undefinedFills === 0 ? '' : `, of ${undefinedFills} no fees, whose tiers the dropped journal held`;
  return finding(
    'trades are worth and charged what price and tier say',
    `${fills} fills${note}`,
    differences,
  );
}

function faultsOf(
  fill: Fill,
  market: MarketFacts,
  { definition, volumes }: { readonly definition: TierDefinition | null; readonly volumes: Volumes },
): string[] {
  const faults: string[] = [];
  const name = `trade ${fill.trade_id}`;
  const paid = (BigInt(fill.price) * BigInt(fill.lots) * market.quote) / market.scale;
  if (BigInt(fill.quote_units) !== paid)
    faults.push(`${name} is worth ${fill.quote_units} instead of ${paid}`);
  const base = BigInt(fill.lots) * market.lot;
  const isBuy = fill.taker_side === 0;
  const day = Math.floor(fill.time_ms / DAY_MS);
  for (const [role, owner, fee, got] of [
    ['taker', fill.taker, fill.taker_fee, isBuy ? base : paid],
    ['maker', fill.maker, fill.maker_fee, isBuy ? paid : base],
  ] as const) {
    if (definition === null) continue;
    const { asset, tiers } = definition;
    const allowed = allowedTiers({ tiers, volumes, owner, timeMs: fill.time_ms }).map((tier) => {
      const ppm = role === 'taker' ? market.takerFeePpm : market.makerFeePpm;
      const share = BigInt(role === 'taker' ? tier.takerSharePpm : tier.makerSharePpm);
      return (got * ((ppm * share) / MILLION)) / MILLION;
    });
    if (!allowed.includes(BigInt(fee)))
      faults.push(`${name}: the ${role}'s fee is ${fee} instead of ${[...new Set(allowed)].join(' or ')}`);
    if (asset !== null) volumes.add(owner, day, market.quoteAsset === asset ? paid : null);
  }
  return faults;
}

/**
 * The tiers that a trader may have had: usually one; near midnight those of both days; all from the
 * least one up if volumes in other quote coins count; any for platform-run accounts, whose old
 * trades a demo drops.
 */
function allowedTiers(of: {
  readonly tiers: Tiers;
  readonly volumes: Volumes;
  readonly owner: number;
  readonly timeMs: number;
}): Tiers {
  const { tiers, volumes, owner, timeMs } = of;
  if (owner < USER_OWNER_MIN) return tiers;
  const day = Math.floor(timeMs / DAY_MS);
  const days = timeMs % DAY_MS < MIDNIGHT_LAG_MS ? [day - 1, day] : [day];
  return days.flatMap((one) => {
    const { units, isLeast } = volumes.of(owner, one);
    const reached = tiers.findLastIndex(({ volume }) => BigInt(volume) <= units);
    return isLeast ? tiers.slice(reached) : [tiers[reached]!];
  });
}
