/** The fund password in six cells: one input, whose text the cells show as dots. */
import { FieldError } from '@glasshouse/ui';
import { codeSigns } from '@glasshouse/protocol/pasted';
import { useId } from 'react';
import { PageLink } from '#shared/PageLink.tsx';
import { useTranslation } from '#shared/i18n.ts';

const CELLS = [0, 1, 2, 3, 4, 5] as const;

export interface FundPasswordCellsProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly wrong: string | undefined;
}
export function FundPasswordCells({ value, onValue, wrong }: FundPasswordCellsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="text-[13px] font-medium">
          {t('terms.fundPassword')}
        </label>
        <PageLink to="/setting/safty" className="text-brand-ink text-[12px]">
          {t('terms.forgot')}
        </PageLink>
      </div>
      <div className="group relative">
        <div aria-hidden className="grid grid-cols-6 gap-2">
          {CELLS.map((cell) => (
            <span
              key={cell}
              className={`bg-raised grid h-10 place-items-center rounded-md border text-[18px] ${
                wrong !== undefined
                  ? 'border-bad'
                  : cell === value.length
                    ? 'group-focus-within:border-brand border-transparent'
                    : 'border-transparent'
              }`}
            >
              {cell < value.length ? '•' : ''}
            </span>
          ))}
        </div>
        <input
          id={id}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={value}
          aria-invalid={wrong !== undefined || undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
          onChange={(event) => onValue(codeSigns(event.target.value).replace(/\D/g, '').slice(0, 6))}
          className="absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent outline-none focus-visible:outline-none"
        />
      </div>
      {wrong !== undefined && <FieldError id={`${id}-wrong`} text={wrong} />}
    </div>
  );
}
