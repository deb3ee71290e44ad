/**
 * What the ledger holds for funds, what they owe, and whether coins back every unit. Holdings are
 * those that were last reported.
 */
import { formatDecimal } from '@glasshouse/money';
import { coinsOf, valueOf } from '@glasshouse/protocol/fund/quote';
import { WALLET } from '../../accounts.ts';
import type { Finding, Hold, Kernel, Obligation } from '../../contract/feature.ts';
import type { FundOffers } from './fund-offer.ts';
import { isWaiting, marginLeft, type Holding } from './holding.ts';
import type { Holdings } from './holdings.ts';
import { FUND_HOUSE } from './reasons.ts';

/** What of a holding is frozen on its owner's account. */
const frozenOf = (holding: Holding): number =>
  isWaiting(holding) ? holding.margin + holding.buyFee : marginLeft(holding);

type Sum = { -readonly [K in keyof Omit<Obligation, 'inCoins'>]: Obligation[K] } & {
  readonly inCoins: { now: number; held: number };
};

export function* holdsOf(holdings: Iterable<Holding>, offers: FundOffers): Iterable<Hold> {
  const { fundReserve, fundVehicle } = FUND_HOUSE;
  const wallet = WALLET.house;
  for (const holding of holdings) {
    const { owner, quote: asset, cover, units, fund } = holding;
    yield { owner, wallet: WALLET.fund, asset, part: 'frozen', units: frozenOf(holding) };
    yield { owner: fundReserve, wallet, asset, part: 'frozen', units: cover };
    for (const { asset: coin, quantity } of offers.of(fund)!.offer.basket)
      yield { owner: fundVehicle, wallet, asset: coin, part: 'escrow', units: coinsOf(units, quantity) };
  }
}

/**
 * A profit is owed by the reserve up to its cover, and beyond it by the coins of the holding. Now:
 * at the last NAV; a purchase that waits has no profit.
 */
export function obligationsOf(holdings: Iterable<Holding>, offers: FundOffers): Obligation[] {
  const sums = new Map<number, Sum>();
  for (const holding of holdings) {
    const { quote: asset, units, notional, cover } = holding;
    const inCoins = { now: 0, held: 0 };
    const sum = sums.get(asset) ?? { asset, count: 0, customers: 0, owedNow: 0, owedAtMost: 0, inCoins };
    sums.set(asset, sum);
    const { nav } = offers.of(holding.fund)!;
    sum.count++;
    sum.customers += frozenOf(holding);
    const value = valueOf(units, nav, offers.decimalsOf(asset));
    const profit = isWaiting(holding) ? 0 : Math.max(0, value - notional);
    sum.owedNow += Math.min(profit, cover);
    sum.owedAtMost += cover;
    sum.inCoins.now += Math.max(0, profit - cover);
    sum.inCoins.held += value;
  }
  return [...sums.values()];
}

/** The vehicle holds the coins of all units of a fund, and of each holding rounded up. */
export function* backingOf(
  { offers, holdings }: { readonly offers: FundOffers; readonly holdings: Holdings },
  { ledger, registry }: Pick<Kernel, 'ledger' | 'registry'>,
): Iterable<Finding> {
  const needed = new Map<number, bigint>();
  for (const { offer } of offers.all())
    for (const { asset, quantity } of offer.basket) {
      const units = holdings.sold.totalOf(offer.fund);
      const coins = (BigInt(units) * BigInt(quantity)) / 100_000_000n;
      needed.set(asset, (needed.get(asset) ?? 0n) + coins);
    }
  for (const [asset, coins] of needed) {
    const { code, decimals } = registry.assets[asset]!;
    const account = ledger.find(FUND_HOUSE.fundVehicle, WALLET.house, asset);
    const held = account < 0 ? 0 : ledger.available(account);
    yield {
      name: `${code}: the vehicle of the funds backs every unit`,
      ok: BigInt(held) >= coins,
      figures: `${formatDecimal(held, decimals)} held, ${formatDecimal(Number(coins), decimals)} needed`,
    };
  }
}
