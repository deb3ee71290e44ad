/** The cost and the profit of an owner's coins, from the kept sums and the current prices. */
import type { DataOf } from '@glasshouse/protocol';
import type { CostRow, getCosts } from '@glasshouse/protocol/wallet';
import { sql } from 'kysely';
import { formatDecimal } from '@glasshouse/money';
import type { Catalogue } from '../../contract/catalogue.ts';
import { COST_COIN } from './cost-projection.ts';
import type { Reads } from './ledger-list.ts';
import { priceOf } from './queries.ts';
import { decimalText } from '../../values/exact-sums.ts';

const AVERAGE_DECIMALS = 8;

interface Kept {
  readonly asset: number;
  readonly units: string;
  readonly cost: string | null;
  readonly realised: string;
}

/** Coins that are held or were sold, by their numbers. */
export async function readCosts(
  { database, catalogue }: Reads,
  owner: number,
): Promise<DataOf<typeof getCosts>> {
  const { rows } = await sql<Kept>`
    select asset, units::text as units, cost::text as cost, realised::text as realised
    from cost_basis where owner = ${owner} and (units > 0 or realised <> 0)
    order by asset`.execute(database.kysely);
  const kept = rows.filter(({ asset }) => catalogue.assetAt(asset).code !== COST_COIN);
  return { list: kept.map((row) => rowOf(catalogue, row)) };
}

function rowOf(catalogue: Catalogue, { asset, ...kept }: Kept): CostRow {
  const { code, decimals } = catalogue.assetAt(asset);
  const inUnits = catalogue.asset(COST_COIN)?.decimals ?? 0;
  const units = BigInt(kept.units);
  const cost = kept.cost === null ? null : BigInt(kept.cost);
  const price = priceOf(catalogue, catalogue.assetAt(asset));
  const value = scaled(units * BigInt(price.ticks), inUnits - decimals - price.decimals);
  const text = (amount: bigint): string => decimalText(amount, inUnits);
  return {
    currency: code,
    held: decimalText(units, decimals),
    cost: cost === null ? null : text(cost),
    average:
      cost === null || units === 0n
        ? null
        : decimalText(
            (cost * 10n ** BigInt(decimals + AVERAGE_DECIMALS - inUnits)) / units,
            AVERAGE_DECIMALS,
          ),
    price: formatDecimal(price.ticks, price.decimals),
    value: text(value),
    open: cost === null ? null : text(value - cost),
    realised: text(BigInt(kept.realised)),
  };
}

/** Rounded down; of a positive value. */
const scaled = (value: bigint, places: number): bigint =>
  places >= 0 ? value * 10n ** BigInt(places) : value / 10n ** BigInt(-places);
