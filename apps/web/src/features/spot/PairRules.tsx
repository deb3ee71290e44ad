/** The rules of a pair's orders, under the order form. */
import { formatNumber, formatPercent, plainDecimal } from '@glasshouse/ui';
import type { PairInfo } from '#data/pairs.ts';
import { useTranslation } from '#shared/i18n.ts';

/** What every order of the pair must keep to, from the same call that the form checks with. Gives way where there is no room. */
export function PairRules({ pair }: { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  const step = (decimals: number) => plainDecimal(10 ** -decimals, decimals);
  const rate = (ppm: number) => formatPercent(ppm / 1_000_000, { signed: false });
  const rows = [
    [t('spot.minimum'), `${formatNumber(pair.minNotional, { decimalsMin: 0 })} ${pair.quoteCoin}`],
    [t('spot.priceStep'), `${step(pair.priceDecimals)} ${pair.quoteCoin}`],
    [t('spot.amountStep'), `${step(pair.amountDecimals)} ${pair.baseCoin}`],
    [t('spot.fees'), `${rate(pair.makerFeePpm)} / ${rate(pair.takerFeePpm)}`],
  ] as const;
  return (
    <div className="min-h-0 flex-1 [container-type:size]">
      <dl className="text-2xs text-mut hidden gap-0.5 px-6 [@container(min-height:80px)]:grid">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
