/** The rules of a pair's orders, below the order form. */
import { formatNumber, formatPercent, plainDecimal } from '@glasshouse/ui';
import type { PairInfo } from '#data/pairs.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useFees, type Fees } from './calls.ts';

const PPM = 1_000_000;

/**
 * The rules of every order of the pair, from the same call that the form checks with. Hidden if
 * there is no room.
 */
export function PairRules({ pair }: { readonly pair: PairInfo }) {
  const { t } = useTranslation();
  const fees = useFees(pair);
  const step = (decimals: number) => plainDecimal(10 ** -decimals, decimals);
  const priceStep = `${step(pair.priceDecimals)} ${pair.quoteCoin}`;
  const amountStep = `${step(pair.amountDecimals)} ${pair.baseCoin}`;
  const rate = (ratio: number) => formatPercent(ratio, { signed: false, decimals: 4, decimalsMin: 2 });
  const maker = Number(fees?.makerRate ?? pair.makerFeePpm / PPM);
  const taker = Number(fees?.takerRate ?? pair.takerFeePpm / PPM);
  const tierText = ({ tier, volume, volumeCoin }: Fees) =>
    t('spot.volume30', { tier, volume: formatNumber(volume, { decimals: 2 }), coin: volumeCoin ?? '' });
  const rows = [
    [t('spot.minimum'), `${formatNumber(pair.minNotional, { decimalsMin: 0 })} ${pair.quoteCoin}`],
    [t('spot.smallestSteps'), `${priceStep} / ${amountStep}`],
    [t('spot.limitBand'), `±${rate(pair.limitBandPpm / PPM)}`],
    [t('spot.fees'), `${rate(maker)} / ${rate(taker)}`],
    ...(fees === undefined || fees.volumeCoin === null ? [] : [[t('spot.feeTier'), tierText(fees)] as const]),
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
