/** Funds as operators write them, and as `npx glasshouse offers` lists them. */
import type { Command, DefineFundOffer, Exchange } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { BASKET_UNITS, coinsOf, UNIT_DECIMALS } from '@glasshouse/protocol/fund/quote';
import { defineOffers } from '../../contract/offer.ts';
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

export const fundOffers = defineOffers<FundFile>({
  file: fundFile,
  commandOf,
  isDefined: ({ features }, offer) => features.fund.offers.of(offer) !== undefined,
  lines: linesOf,
  demo: () => demoFunds(),
});

function commandOf(written: FundFile, listed: ListedCoins): Command | string {
  const quote = listed.asset(written.coin)?.asset;
  if (quote === undefined) return `coin: ${written.coin} is not known`;
  const faults: string[] = [];
  const read = (name: string, text: string, places: number): number => {
    const units = parseDecimal(text, places);
    if (typeof units === 'number') return units;
    faults.push(`${name}: ${text} has more than ${places} decimals, or is too large`);
    return 0;
  };
  const basket = written.basket.map(({ coin, amount }) => {
    const { asset, decimals } = listed.asset(coin) ?? { asset: -1, decimals: 0 };
    const market = listed.marketNumber(coin, written.coin) ?? -1;
    if (market < 0) faults.push(`basket: ${coin} has no pair in ${written.coin}`);
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
    faults.push('exitFee: an exit costs at least what a sale does');
  const least = coinOfLeast(command);
  if (least !== undefined && least.coins < COINS_MIN)
    faults.push(
      `minUnits: the smallest purchase holds ${least.coins} of the smallest units of ${written.basket[least.place]!.coin}, and ${COINS_MIN} are the least`,
    );
  return faults[0] ?? command;
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
