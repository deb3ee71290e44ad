/** The row of filters over the records. One that is in use is marked. */
import { Button } from '@glasshouse/ui';
import { type ComponentProps, type ReactNode } from 'react';
import { ACCOUNT, useAssets } from '#data/assets.ts';
import { useTranslation } from '#shared/i18n.ts';
import { isFiltered, pairName, STATUSES, type FilterName } from './record-filters.ts';
import type { useRecordFilters } from './useRecordFilters.ts';

const BOX =
  'bg-raised hover:border-dim/40 focus:border-brand h-8 rounded-md border px-2.5 text-[12.5px] outline-none';
const boxOf = (isUsed: boolean): string =>
  `${BOX} ${isUsed ? 'border-brand text-brand-ink' : 'border-transparent'}`;

/** `shown`: the filters that the records have. */
export function RecordFilterRow({
  of: { filters, change, pairs },
  shown,
  right,
}: {
  readonly of: ReturnType<typeof useRecordFilters>;
  readonly shown: readonly FilterName[];
  readonly right: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('records.filters')}
      className="border-line flex min-h-12 flex-wrap items-center gap-3 border-b px-5 py-2"
    >
      {shown.includes('pair') && (
        <Choice
          label={t('market.pair')}
          value={filters.pair}
          onChange={({ target }) => change({ pair: target.value })}
        >
          <option value="">{t('records.allPairs')}</option>
          {pairs.map((pair) => (
            <option key={pairName(pair)} value={pairName(pair)}>
              {`${pair.baseCoin}/${pair.quoteCoin}`}
            </option>
          ))}
        </Choice>
      )}
      {shown.includes('coin') && <CoinChoice value={filters.coin} change={change} />}
      {shown.includes('status') && (
        <Choice
          label={t('spot.status')}
          value={filters.status}
          onChange={({ target }) => change({ status: target.value })}
        >
          <option value="">{t('records.allStatuses')}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`spot.statuses.${status}`)}
            </option>
          ))}
        </Choice>
      )}
      <Day
        label={t('records.from')}
        value={filters.from}
        max={filters.to}
        onDay={(from) => change({ from })}
      />
      <Day label={t('records.to')} value={filters.to} min={filters.from} onDay={(to) => change({ to })} />
      {isFiltered(filters) && (
        <Button
          size="sm"
          tone="ghost"
          onClick={() => change({ pair: '', coin: '', status: '', from: '', to: '' })}
        >
          {t('records.clear')}
        </Button>
      )}
      <span className="ml-auto">{right}</span>
    </div>
  );
}

interface CoinChoiceProps {
  readonly value: string;
  readonly change: ReturnType<typeof useRecordFilters>['change'];
}
function CoinChoice({ value, change }: CoinChoiceProps) {
  const { t } = useTranslation();
  const coins = useAssets(ACCOUNT.exchange).data?.list.map((row) => row.currencyName) ?? [];
  return (
    <Choice label={t('wallet.coin')} value={value} onChange={({ target }) => change({ coin: target.value })}>
      <option value="">{t('wallet.allCoins')}</option>
      {coins.map((coin) => (
        <option key={coin}>{coin}</option>
      ))}
    </Choice>
  );
}

function Choice({ label, value, ...rest }: { readonly label: string } & ComponentProps<'select'>) {
  return (
    <select aria-label={label} value={value} className={`${boxOf(value !== '')} cursor-pointer`} {...rest} />
  );
}

function Day({
  label,
  value,
  onDay,
  ...bounds
}: {
  readonly label: ReactNode;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onDay: (day: string) => void;
}) {
  return (
    <label className="text-mut flex items-center gap-2 text-[12.5px]">
      {label}
      <input
        type="date"
        value={value}
        {...bounds}
        onChange={({ target }) => onDay(target.value)}
        className={`${boxOf(value !== '')} text-fg`}
      />
    </label>
  );
}
