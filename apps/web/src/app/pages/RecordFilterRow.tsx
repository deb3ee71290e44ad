/** The row of filters over the records. One that is in use is marked. */
import { Button } from '@glasshouse/ui';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
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

const BOX =
  'bg-raised hover:border-dim/40 focus:border-brand h-8 rounded-md border px-2.5 text-[12.5px] outline-none';
const boxOf = (isUsed: boolean): string =>
  `${BOX} ${isUsed ? 'border-brand text-brand-ink' : 'border-transparent'}`;

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
          <Choice
            key={choice.name}
            {...choice}
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
    <label className={`${boxOf(value !== '')} focus-within:border-brand flex items-center gap-2`}>
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
        className="num placeholder:text-mut w-28 bg-transparent outline-none"
      />
    </label>
  );
}

interface ChoiceTerms {
  readonly name: 'pair' | 'coin' | 'side' | 'status';
  readonly label: string;
  /** Of no filter. */
  readonly all: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function useChoices({ pairs, coins }: Known): readonly ChoiceTerms[] {
  const { t } = useTranslation();
  return [
    {
      name: 'pair',
      label: t('market.pair'),
      all: t('records.allPairs'),
      options: pairs.map((pair) => [pairName(pair), `${pair.baseCoin}/${pair.quoteCoin}`]),
    },
    {
      name: 'coin',
      label: t('wallet.coin'),
      all: t('wallet.allCoins'),
      options: coins.map((coin) => [coin, coin]),
    },
    {
      name: 'side',
      label: t('spot.side'),
      all: t('records.bothSides'),
      options: SIDES.map((side) => [side, t(`spot.${side}`)]),
    },
    {
      name: 'status',
      label: t('spot.status'),
      all: t('records.allStatuses'),
      options: STATUSES.map((status) => [status, t(`spot.statuses.${status}`)]),
    },
  ];
}

interface ChoiceProps extends ChoiceTerms {
  readonly value: string;
  readonly onValue: (value: string) => void;
}
function Choice({ label, all, options, value, onValue }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      className={`${boxOf(value !== '')} cursor-pointer`}
    >
      <option value="">{all}</option>
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
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
