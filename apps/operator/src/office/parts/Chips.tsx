/** The filters of a page, one chip each; the page keeps them in its address. */
import { classNames, Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { Check, ChevronDown, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useKeys } from '../frame/keys.ts';
import { useTexts } from '../texts.ts';
import { FindField, type Find } from './FindField.tsx';

export interface Chip {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** The id of the chosen option; undefined if the filter is not in use. */
  readonly value: string | undefined;
}

export interface ChipsProps {
  readonly chips: readonly Chip[];
  /** Sets a filter; undefined takes it away. */
  readonly onChange: (id: string, value: string | undefined) => void;
  readonly find?: Find;
  /** At the right, for example the order of the rows. */
  readonly end?: ReactNode;
}

export function Chips({ chips, onChange, find, end }: ChipsProps) {
  const { t } = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useKeys([
    {
      keys: 'F',
      label: t('keyFilter'),
      run: () => box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus(),
    },
    ...(find === undefined ? [] : [{ keys: '/', label: t('keyFind'), run: () => search.current?.focus() }]),
  ]);
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('filters')}
      className="border-line bg-panel flex h-11 shrink-0 items-center gap-1.5 border-b px-4"
    >
      {find !== undefined && <FindField find={find} ref={search} className="mr-1 w-[230px]" />}
      {chips.map((chip) => (
        <OneChip key={chip.id} chip={chip} onChange={(value) => onChange(chip.id, value)} />
      ))}
      {end !== undefined && <div className="num text-mut ml-auto flex items-center gap-2">{end}</div>}
    </div>
  );
}

interface OneChipProps {
  readonly chip: Chip;
  readonly onChange: (value: string | undefined) => void;
}

const CHIP = 'num flex h-7 items-center gap-1.5 px-2.5 whitespace-nowrap';

function OneChip({ chip: { label, options, value }, onChange }: OneChipProps) {
  const { t } = useTexts();
  const chosen = options.find(({ id }) => id === value);
  const isUsed = chosen !== undefined;
  return (
    <span
      className={classNames(
        'flex rounded-md',
        isUsed ? 'bg-brand-soft text-brand-ink' : 'bg-raised text-mut hover:text-fg',
      )}
    >
      <Menu
        label={`${label} ${chosen?.label ?? t('any')}`}
        width={200}
        className={classNames(CHIP, isUsed && 'pr-1')}
        trigger={
          <>
            {label}{' '}
            <span className={classNames('font-medium', !isUsed && 'text-fg')}>
              {chosen?.label ?? t('any')}
            </span>
            {!isUsed && <ChevronDown aria-hidden size={12} />}
          </>
        }
      >
        {(hide) =>
          [{ id: undefined, label: t('any') }, ...options].map((option) => (
            <button
              key={option.id ?? ''}
              type="button"
              role="menuitemradio"
              aria-checked={option.id === chosen?.id}
              className={MENU_ITEM_CLASS}
              onClick={() => {
                hide();
                onChange(option.id);
              }}
            >
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.id === chosen?.id && <Check aria-hidden size={14} className="text-brand-ink" />}
            </button>
          ))
        }
      </Menu>
      {isUsed && (
        <button
          type="button"
          aria-label={t('removeFilter', { name: label })}
          onClick={() => onChange(undefined)}
          className="hover:text-fg grid h-7 w-6 place-items-center rounded-md"
        >
          <X aria-hidden size={12} />
        </button>
      )}
    </span>
  );
}
