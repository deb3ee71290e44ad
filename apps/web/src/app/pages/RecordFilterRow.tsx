/** The row of filters over the records. One that is in use is marked. */
import { Button } from '@glasshouse/ui';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { filterBox, FilterSelect, type FilterSelectProps } from '#shared/lists/FilterSelect.tsx';
import {
  isFiltered,
  isNumber,
  NONE,
  pairName,
  SIDES,
  STATUSES,
  type FilterName,
  type Known,
} from './record-filters.ts';
import type { useRecordFilters } from './useRecordFilters.ts';

/** `shown`: the filters that the records have. */
export function RecordFilterRow({
  of: { filters, change, known },
  shown,
  right,
}: {
  readonly of: ReturnType<typeof useRecordFilters>;
  readonly shown: readonly FilterName[];
  readonly right: ReactNode;
}) {
  const { t } = useTranslation();
  const choices = useChoices(known);
  return (
    <div
      role="group"
      aria-label={t('records.filters')}
      className="border-line flex min-h-12 flex-wrap items-center gap-3 border-b px-5 py-2"
    >
      {choices
        .filter(({ name }) => shown.includes(name))
        .map((choice) => (
          <FilterSelect
            key={choice.name}
            label={choice.label}
            options={choice.options}
            value={filters[choice.name]}
            onValue={(value) => change({ [choice.name]: value })}
          />
        ))}
      <Day
        label={t('records.from')}
        value={filters.from}
        max={filters.to}
        onDay={(from) => change({ from })}
      />
      <Day label={t('records.to')} value={filters.to} min={filters.from} onDay={(to) => change({ to })} />
      <NumberField key={filters.number} value={filters.number} onNumber={(number) => change({ number })} />
      {isFiltered(filters) && (
        <Button size="sm" tone="ghost" onClick={() => change({ ...NONE })}>
          {t('records.clear')}
        </Button>
      )}
      <span className="ml-auto">{right}</span>
    </div>
  );
}

interface NumberFieldProps {
  readonly value: string;
  readonly onNumber: (number: string) => void;
}
/** Asks once it is left or sent, not at each digit. */
function NumberField({ value, onNumber }: NumberFieldProps) {
  const { t } = useTranslation();
  const take = (text: string) => {
    const number = text.trim().replace(/^#/, '');
    if (number !== value && (number === '' || isNumber(number))) onNumber(number);
  };
  return (
    <label className={`${filterBox(value !== '')} focus-within:border-brand flex items-center gap-2`}>
      <Search aria-hidden size={14} className="text-mut" />
      <input
        aria-label={t('records.number')}
        placeholder={t('records.number')}
        inputMode="numeric"
        defaultValue={value}
        maxLength={17}
        onBlur={({ target }) => take(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') take(currentTarget.value);
        }}
        className="num placeholder:text-mut w-36 bg-transparent outline-none"
      />
    </label>
  );
}

interface ChoiceTerms {
  readonly name: 'pair' | 'coin' | 'side' | 'status';
  readonly label: string;
  /** The first one, '', is no filter. */
  readonly options: FilterSelectProps<string>['options'];
}

function useChoices({ pairs, coins }: Known): readonly ChoiceTerms[] {
  const { t } = useTranslation();
  return [
    {
      name: 'pair',
      label: t('market.pair'),
      options: [
        ['', t('records.allPairs')],
        ...pairs.map((pair) => [pairName(pair), `${pair.baseCoin}/${pair.quoteCoin}`] as const),
      ],
    },
    {
      name: 'coin',
      label: t('wallet.coin'),
      options: [['', t('wallet.allCoins')], ...coins.map((coin) => [coin, coin] as const)],
    },
    {
      name: 'side',
      label: t('spot.side'),
      options: [['', t('records.bothSides')], ...SIDES.map((side) => [side, t(`spot.${side}`)] as const)],
    },
    {
      name: 'status',
      label: t('spot.status'),
      options: [
        ['', t('records.allStatuses')],
        ...STATUSES.map((status) => [status, t(`spot.statuses.${status}`)] as const),
      ],
    },
  ];
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
        className={`${filterBox(value !== '')} text-fg`}
      />
    </label>
  );
}
