/** Offers of fixed terms as operators write them, and as `npx glasshouse offers` lists them. */
import { WALLET, type Exchange } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { offerTexts } from '@glasshouse/protocol/offer-texts';
import * as z from 'zod';
import type { Seed } from '../../contract/seed.ts';
import { capital } from '../../contract/seeds.ts';
import { assetNumber, unitsOf, type ListedCoins } from '../../values/starting-assets.ts';
import {
  decimal,
  defineOffers,
  limit,
  offerTime,
  TOO_LONG,
  writtenTime,
  type DefinedOffer,
  type Offers,
} from '../../contract/offer.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { RATE_DECIMALS } from './rows.ts';
import type { FixedTermFeature, FixedTermSource } from './source.ts';

const file = z.strictObject({
  offer: z.number().int().min(1),
  coin: z.string(),
  /** Per day, as a decimal: "0.00018" is 0.018%. */
  dailyRate: decimal,
  days: z.number().int().min(1),
  minAmount: decimal,
  /** Absent: no limit. */
  maxPerOwner: limit,
  quota: limit,
  opens: offerTime.optional(),
  closes: offerTime.optional(),
  /** False stops the sale. */
  isOpen: z.boolean().default(true),
  texts: offerTexts,
});
export type FixedTermFile = z.output<typeof file>;

const TERMS: Offers<FixedTermFile>['terms'] = {
  coin: { kind: 'coin', words: { en: 'Coin', zh: '币种' } },
  dailyRate: { kind: 'share', words: { en: 'Rate per day', zh: '日利率' } },
  days: { kind: 'whole', words: { en: 'Days', zh: '期限（天）' } },
  minAmount: { kind: 'amount', words: { en: 'Smallest purchase', zh: '起购数量' } },
  maxPerOwner: { kind: 'limit', words: { en: 'Most of one person', zh: '个人上限' } },
  quota: { kind: 'limit', words: { en: 'Quota', zh: '总额度' } },
  opens: { kind: 'optional-time', words: { en: 'Sale opens', zh: '开售时间' } },
  closes: { kind: 'optional-time', words: { en: 'Sale closes', zh: '停售时间' } },
  isOpen: { kind: 'flag', words: { en: 'On sale', zh: '在售' } },
};

export function fixedTermOffers(
  { feature, define }: FixedTermSource,
  { words, demo }: Pick<Offers, 'words'> & { readonly demo: (nowMs: number) => readonly FixedTermFile[] },
): Offers {
  return defineOffers<FixedTermFile>({
    words,
    file,
    terms: TERMS,
    commandOf: (written, listed) => commandOf(define, written, listed),
    refusalOf: ({ features }, command) =>
      command.type === define ? features[feature].terms.definitionRefusal(command) : null,
    defined: (exchange) => definedOf(exchange, feature),
    isDefined: ({ features }, offer) => features[feature].terms.offers.has(offer),
    lines: (exchange) => linesOf(exchange, feature),
    demo,
  });
}

/** The capital of a reserve in a demo. */
export function reserveCapital(
  { reserve }: FixedTermSource,
  amounts: Readonly<Record<string, string>>,
): readonly Seed[] {
  return Object.entries(amounts).map(([coin, amount]) =>
    capital({
      type: 'issue',
      owner: reserve,
      wallet: WALLET.house,
      asset: assetNumber(coin),
      amount: unitsOf(amount, coin),
      reason: 'house-capital',
    }),
  );
}

function commandOf(type: FixedTermSource['define'], written: FixedTermFile, listed: ListedCoins) {
  const known = listed.asset(written.coin);
  if (known === undefined) return invalidField('coin', 'not a coin of the platform');
  const numbers = new Map<string, number>();
  const { asset, decimals } = known;
  for (const [name, text, places] of [
    ['dailyRate', written.dailyRate, RATE_DECIMALS],
    ['minAmount', written.minAmount, decimals],
    ['maxPerOwner', written.maxPerOwner ?? '0', decimals],
    ['quota', written.quota ?? '0', decimals],
  ] as const) {
    const units = parseDecimal(text, places);
    if (typeof units !== 'number') return invalidField(name, TOO_LONG);
    numbers.set(name, units);
  }
  const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));
  return {
    type,
    offer: written.offer,
    asset,
    dailyRatePpb: numbers.get('dailyRate')!,
    days: written.days,
    minAmount: numbers.get('minAmount')!,
    maxPerOwner: numbers.get('maxPerOwner')!,
    quota: numbers.get('quota')!,
    opensMs: timeOf(written.opens),
    closesMs: timeOf(written.closes),
    isOpen: written.isOpen ? 1 : 0,
  };
}

function definedOf(
  { features, registry }: Exchange,
  feature: FixedTermFeature,
): readonly DefinedOffer<Omit<FixedTermFile, 'offer' | 'texts'>>[] {
  const { terms } = features[feature];
  return [...terms.offers.values()].map(({ terms: offer, locked }) => {
    const { code, decimals } = registry.assets[offer.asset]!;
    const units = (amount: number): string => formatDecimal(amount, decimals);
    const limited = (amount: number): string | undefined => (amount === 0 ? undefined : units(amount));
    return {
      offer: offer.offer,
      terms: {
        coin: code,
        dailyRate: formatDecimal(offer.dailyRatePpb, RATE_DECIMALS),
        days: offer.days,
        minAmount: units(offer.minAmount),
        maxPerOwner: limited(offer.maxPerOwner),
        quota: limited(offer.quota),
        opens: writtenTime(offer.opensMs),
        closes: writtenTime(offer.closesMs),
        isOpen: offer.isOpen === 1,
      },
      held: locked === 0 ? null : `${units(locked)} ${code}`,
    };
  });
}

function linesOf({ features, registry }: Exchange, feature: FixedTermFeature): string[] {
  const { terms } = features[feature];
  return [...terms.offers.values()].map(({ terms: offer }) => {
    const { code, decimals } = registry.assets[offer.asset]!;
    const units = (amount: number): string => `${formatDecimal(amount, decimals)} ${code}`;
    const rate = formatDecimal(offer.dailyRatePpb, RATE_DECIMALS - 2);
    const sold = units(terms.sold.totalOf(offer.offer));
    const quota = offer.quota === 0 ? 'no quota' : `of ${units(offer.quota)}`;
    const state = offer.isOpen === 1 ? 'open' : 'stopped';
    return `${offer.offer}: ${rate}% per day, ${offer.days} days, from ${units(offer.minAmount)}, sold ${sold} ${quota}, ${state}`;
  });
}
