/** Funds as operators write them, and as `npx glasshouse offers` lists them. */
import type { Command, DefineFundOffer, Exchange } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { Refusal } from '@glasshouse/protocol';
import { BASKET_UNITS, coinsOf, UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { defineOffers, TOO_LONG, writtenTime, type DefinedOffer, type Offers } from '../../contract/offer.ts';
import { invalidField } from '../../http/invalid-input.ts';
import type { ListedCoins } from '../../values/starting-assets.ts';
import { fundFile, type FundFile } from './offer-file.ts';
import { navText, PPB_DECIMALS, PPM_DECIMALS, ppmText } from './rows.ts';
import { demoFunds } from './seeds.ts';

/**
 * An end in coins rounds each of them up, by fewer than two of its smallest units: a thousandth of
 * this many, which the fee of a purchase is worth. With fewer, ends of small holdings would cost
 * the house more.
 */
const COINS_MIN = 2_000;
const TOO_FEW_COINS = `holds fewer than ${COINS_MIN} of the smallest units of a coin`;

const TERMS: Offers<FundFile>['terms'] = {
  coin: { kind: 'coin', words: { en: 'Paid in', zh: '计价币种' } },
  basket: { kind: 'basket', words: { en: 'Basket of a million units', zh: '每百万份的篮子' } },
  buyFee: { kind: 'share', words: { en: 'Purchase fee', zh: '认购费率' } },
  sellFee: { kind: 'share', words: { en: 'Sale fee', zh: '赎回费率' } },
  exitFee: { kind: 'share', words: { en: 'Fee of an exit in coins', zh: '实物赎回费率' } },
  lendingDaily: { kind: 'share', words: { en: 'Interest of the loan per day', zh: '借款日利率' } },
  maintenance: { kind: 'share', words: { en: 'Maintenance margin', zh: '维持保证金率' } },
  maxLeverage: { kind: 'whole', words: { en: 'Leverage at most', zh: '最高杠杆' } },
  minUnits: { kind: 'amount', words: { en: 'Smallest purchase, units', zh: '起购份数' } },
  maxPerOwner: { kind: 'limit', words: { en: 'Units of one person at most', zh: '个人最多份数' } },
  quota: { kind: 'amount', words: { en: 'Units in all', zh: '总份数' } },
  cover: { kind: 'share', words: { en: 'Set aside for a profit', zh: '收益准备金比例' } },
  ends: { kind: 'optional-time', words: { en: 'Sold until', zh: '停售时间' } },
};

export const fundOffers = defineOffers<FundFile>({
  words: { en: 'Fund', zh: '基金' },
  file: fundFile,
  terms: TERMS,
  commandOf,
  refusalOf: ({ features }, command) =>
    command.type === 'define-fund-offer' ? features.fund.offers.definitionRefusal(command) : null,
  defined: definedOf,
  isDefined: ({ features }, offer) => features.fund.offers.of(offer) !== undefined,
  lines: linesOf,
  demo: () => demoFunds(),
});

function commandOf(written: FundFile, listed: ListedCoins): Command | Refusal {
  const quote = listed.asset(written.coin)?.asset;
  if (quote === undefined) return invalidField('coin', 'not a coin of the platform');
  const faults: Refusal[] = [];
  const read = (name: string, text: string, places: number): number => {
    const units = parseDecimal(text, places);
    if (typeof units === 'number') return units;
    faults.push(invalidField(name, TOO_LONG));
    return 0;
  };
  const basket = written.basket.map(({ coin, amount }) => {
    const { asset, decimals } = listed.asset(coin) ?? { asset: -1, decimals: 0 };
    const market = listed.marketNumber(coin, written.coin) ?? -1;
    if (market < 0) faults.push(invalidField('basket', 'a coin has no pair in the coin that is paid'));
    return { asset, market, quantity: read('basket', amount, decimals) };
  });
  const command = {
    type: 'define-fund-offer' as const,
    fund: written.offer,
    quote,
    basket,
    buyFeePpm: read('buyFee', written.buyFee, PPM_DECIMALS),
    sellFeePpm: read('sellFee', written.sellFee, PPM_DECIMALS),
    exitFeePpm: read('exitFee', written.exitFee, PPM_DECIMALS),
    lendingDailyPpb: read('lendingDaily', written.lendingDaily, PPB_DECIMALS),
    maintenancePpm: read('maintenance', written.maintenance, PPM_DECIMALS),
    maxLeverage: written.maxLeverage,
    minUnits: read('minUnits', written.minUnits, UNIT_DECIMALS),
    maxPerOwner: read('maxPerOwner', written.maxPerOwner ?? '0', UNIT_DECIMALS),
    quota: read('quota', written.quota, UNIT_DECIMALS),
    coverPpm: read('cover', written.cover, PPM_DECIMALS),
    endsMs: written.ends === undefined ? 0 : Date.parse(written.ends),
  };
  if (command.sellFeePpm > command.exitFeePpm)
    faults.push(invalidField('exitFee', 'an exit costs at least what a sale does'));
  const least = coinOfLeast(command);
  if (least !== undefined && least.coins < COINS_MIN) faults.push(invalidField('minUnits', TOO_FEW_COINS));
  return faults[0] ?? command;
}

function definedOf({
  features,
  registry,
}: Exchange): readonly DefinedOffer<Omit<FundFile, 'offer' | 'texts'>>[] {
  const { offers, holdings } = features.fund;
  const units = (count: number): string => formatDecimal(count, UNIT_DECIMALS);
  return offers.all().map(({ offer }) => {
    const out = holdings.sold.totalOf(offer.fund);
    return {
      offer: offer.fund,
      terms: {
        coin: registry.assets[offer.quote]!.code,
        basket: offer.basket.map(({ asset, quantity }) => {
          const { code, decimals } = registry.assets[asset]!;
          return { coin: code, amount: formatDecimal(quantity, decimals) };
        }),
        buyFee: ppmText(offer.buyFeePpm),
        sellFee: ppmText(offer.sellFeePpm),
        exitFee: ppmText(offer.exitFeePpm),
        lendingDaily: formatDecimal(offer.lendingDailyPpb, PPB_DECIMALS),
        maintenance: ppmText(offer.maintenancePpm),
        maxLeverage: offer.maxLeverage,
        minUnits: units(offer.minUnits),
        maxPerOwner: offer.maxPerOwner === 0 ? undefined : units(offer.maxPerOwner),
        quota: units(offer.quota),
        cover: ppmText(offer.coverPpm),
        ends: writtenTime(offer.endsMs),
      },
      held: out === 0 ? null : units(out),
    };
  });
}

/** The coin, by its place, of which the smallest purchase holds the fewest smallest units. */
function coinOfLeast({ minUnits, basket }: Pick<DefineFundOffer, 'minUnits' | 'basket'>) {
  return (
    basket
      .map(({ quantity }, place) => ({ place, coins: coinsOf(minUnits, quantity) }))
      // -1 is beyond what an account can hold.
      .filter(({ coins }) => coins >= 0)
      .sort((a, b) => a.coins - b.coins)[0]
  );
}

function linesOf({ features, registry }: Exchange): string[] {
  const { offers, holdings } = features.fund;
  return offers.all().map(({ offer, nav }) => {
    const coins = offer.basket.map(({ asset, quantity }) => {
      const { code, decimals } = registry.assets[asset]!;
      return `${formatDecimal(quantity, decimals)} ${code}`;
    });
    const out = formatDecimal(holdings.sold.totalOf(offer.fund), UNIT_DECIMALS);
    const quota = formatDecimal(offer.quota, UNIT_DECIMALS);
    const ends = offer.endsMs === 0 ? '' : `, until ${new Date(offer.endsMs).toISOString()}`;
    const fees = [offer.buyFeePpm, offer.sellFeePpm, offer.exitFeePpm].map(ppmText).join('/');
    return `${offer.fund}: ${coins.join(' + ')} in ${BASKET_UNITS} units, NAV ${navText(nav)}, fees ${fees}, up to ${offer.maxLeverage}x, ${out} of ${quota} units out${ends}`;
  });
}
