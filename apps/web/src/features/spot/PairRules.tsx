/** The rules of a pair's orders, below the order form. */
import { Dialog, formatNumber, formatPercent, plainDecimal } from '@glasshouse/ui';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { PairInfo } from '#data/pairs.ts';
import { useTranslation } from '#shared/i18n.ts';
import { FactRows } from '#shared/FactRows.tsx';
import { useFees, type Fees } from './calls.ts';

const PPM = 1_000_000;

/** Beside the order form where there is room. */
export function PairRules({ pair }: { readonly pair: PairInfo }) {
  const rows = useRules(pair);
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

/** The same on request, on a screen of any height. */
export interface PairRulesButtonProps {
  readonly pair: PairInfo;
  readonly className?: string;
}
export function PairRulesButton({ pair, className = '' }: PairRulesButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const title = t('spot.rulesOf', { pair: `${pair.baseCoin}/${pair.quoteCoin}` });
  return (
    <>
      <button
        type="button"
        aria-label={title}
        title={title}
        onClick={() => setOpen(true)}
        className={`hover:text-fg grid size-6 place-items-center rounded ${className}`}
      >
        <Info aria-hidden className="size-3.5" strokeWidth={1.7} />
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title={title} closeLabel={t('common.close')} width={400}>
          <Rules pair={pair} />
        </Dialog>
      )}
    </>
  );
}
function Rules({ pair }: { readonly pair: PairInfo }) {
  return <FactRows rows={useRules(pair)} />;
}

/** The rules of every order of the pair, from the same call that the form checks with. */
function useRules(pair: PairInfo): readonly (readonly [string, string])[] {
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
  return [
    [t('spot.minimum'), `${formatNumber(pair.minNotional, { decimalsMin: 0 })} ${pair.quoteCoin}`],
    [t('spot.smallestSteps'), `${priceStep} / ${amountStep}`],
    [t('spot.limitBand'), `±${rate(pair.limitBandPpm / PPM)}`],
    [t('spot.fees'), `${rate(maker)} / ${rate(taker)}`],
    ...(fees === undefined || fees.volumeCoin === null ? [] : [[t('spot.feeTier'), tierText(fees)] as const]),
  ];
}
