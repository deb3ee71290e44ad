/** The fee of a spot order. */
import { formatNumber, Segmented, SelectInput } from '@glasshouse/ui';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { tradeCost } from '../fee-figures.ts';
import { percentText } from '#shared/rates.ts';
import { tierRows } from '../sections/TradeFees.tsx';
import type { Fees } from '../useFees.ts';
import { AmountEntry, Entry, Money, Result } from './parts.tsx';

const EXAMPLE = '1000';
const SIDES = ['taker', 'maker'] as const;

export function TradeCalculator({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState(EXAMPLE);
  const [tier, setTier] = useState(0);
  const [side, setSide] = useState<(typeof SIDES)[number]>('taker');
  const pair = fees.catalogue.data?.pairs[0];
  const rows = tierRows(fees);
  const row = rows[tier] ?? rows[0];
  const { quoteCoin: coin = '', quoteDecimals: decimals = 0 } = pair ?? {};
  const rate = row === undefined ? 0 : side === 'maker' ? row.makerPpm : row.takerPpm;
  const cost = row === undefined ? undefined : tradeCost(amount, rate, decimals);
  return (
    <>
      <AmountEntry
        label={t('fees.youSell')}
        fact={t('fees.priceTimesAmount')}
        unit={coin}
        value={amount}
        decimals={decimals}
        onValue={setAmount}
      />
      <Entry
        label={t('fees.yourVolume', { days: fees.tiers.data?.days ?? 0, coin })}
        fact={t('fees.tierNumber', { tier })}
      >
        {(id) => (
          <SelectInput id={id} value={tier} onChange={({ target }) => setTier(Number(target.value))}>
            {rows.map(({ tier: each, volume }) => (
              <option key={each} value={each}>
                {formatNumber(volume, { decimals: 0 })}
              </option>
            ))}
          </SelectInput>
        )}
      </Entry>
      <p className="text-mut mt-4 mb-1.5 text-[12px]">{t('fees.yourOrder')}</p>
      <Segmented
        label={t('fees.yourOrder')}
        value={side}
        onValue={setSide}
        className="flex! *:h-8! *:flex-1"
        items={SIDES.map((id) => ({ id, label: t(`fees.sides.${id}`) }))}
      />
      <Result
        name={t('fees.fee')}
        value={cost?.fee}
        coin={coin}
        decimals={decimals}
        rows={[
          [
            t('fees.rate'),
            <span key="rate" translate="no" className="num notranslate">
              {percentText(rate)}
            </span>,
          ],
          [t('fees.receive'), <Money key="in" value={cost?.received} coin={coin} decimals={decimals} />],
          [t('fees.bothWays'), <Money key="both" value={cost?.bothWays} coin={coin} decimals={decimals} />],
        ]}
        note={t('fees.tradeNote')}
      />
    </>
  );
}
