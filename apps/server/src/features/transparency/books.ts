/** Adds up the ledger for the public books. */
import { WALLET, type Exchange, type Obligation } from '@glasshouse/core';
import type { DataOf, CallNamed } from '@glasshouse/protocol';
import type { CoinRow, ReserveRow } from '@glasshouse/protocol/transparency';
import type { LedgerGroup } from '@glasshouse/protocol/wallet/office';
import { decimalText } from '../../values/exact-sums.ts';
import { trialBalanceOf } from '../../values/trial-balance.ts';

export interface BookParts {
  readonly exchange: Exchange;
  /** The last committed command, and the chained checksum of the journal. */
  readonly position: { readonly seq: number; readonly checksum: string };
}

type Books = DataOf<CallNamed<'transparency/get-reserves'>>;

/** Between two batches: what is added up is committed. */
export function booksOf({ exchange, position }: BookParts): Books {
  const { seq, checksum } = position;
  return {
    time: exchange.timeMs,
    seq: String(seq),
    journal: checksum,
    reserves: reservesOf(exchange),
    coins: coinsOf(exchange),
  };
}

function reservesOf(exchange: Exchange): ReserveRow[] {
  return exchange.obligations().flatMap(({ feature, reserve, list }) => {
    const owed = new Map(list.map((each) => [each.asset, each]));
    return exchange.assets.flatMap(({ asset, code, decimals }) => {
      const { available, frozen } = exchange.balance(reserve, WALLET.house, asset);
      const { count, customers, owedNow, owedAtMost, inCoins }: Owed = owed.get(asset) ?? NOTHING;
      if (count === 0 && available === 0 && frozen === 0) return [];
      const text = (units: number) => decimalText(BigInt(units), decimals);
      const amounts = {
        customers: text(customers),
        owedNow: text(owedNow),
        owedAtMost: text(owedAtMost),
        reserved: text(frozen),
        free: text(available),
        inCoins: inCoins === undefined ? null : { now: text(inCoins.now), held: text(inCoins.held) },
      };
      return [{ product: feature, currency: code, count, ...amounts }];
    });
  });
}

type Owed = Omit<Obligation, 'asset'>;
const NOTHING: Owed = { count: 0, customers: 0, owedNow: 0, owedAtMost: 0 };

const KINDS = ['users', 'traders', 'house', 'products', 'cameIn'] as const;
type Kind = (typeof KINDS)[number];
const KIND_OF: Readonly<Record<LedgerGroup, Kind>> = {
  customers: 'users',
  traders: 'traders',
  house: 'house',
  promises: 'products',
  outside: 'cameIn',
};

function coinsOf(exchange: Exchange): CoinRow[] {
  const sums = new Map<number, Record<Kind, bigint>>();
  for (const { group, asset, available, frozen } of trialBalanceOf(exchange).lines) {
    const sum = sums.get(asset) ?? { users: 0n, traders: 0n, house: 0n, products: 0n, cameIn: 0n };
    sums.set(asset, sum);
    const units = available + frozen;
    sum[KIND_OF[group]] += group === 'outside' ? -units : units;
  }
  return exchange.assets.flatMap(({ asset, code, decimals }) => {
    const sum = sums.get(asset);
    if (sum === undefined) return [];
    const texts = KINDS.map((kind) => [kind, decimalText(sum[kind], decimals)] as const);
    return [{ currency: code, ...(Object.fromEntries(texts) as Record<Kind, string>) }];
  });
}
