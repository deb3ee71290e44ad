/** The six digits of the operator's authenticator, one in each cell; a pasted code fills them. */
import { classNames } from '@glasshouse/ui';
import { Fingerprint } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../texts.ts';

const DIGITS = 6;
const PLACES = Array.from({ length: DIGITS }, (_, at) => at);

export const isCode = (code: string): boolean => code.length === DIGITS;

export interface CodeCellsProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** The server's refusal of this field. */
  readonly error?: string | undefined;
}

/** One field lies over the cells, so that pasting, deleting and filling in by the browser work. */
export function CodeCells({ value, onChange, error }: CodeCellsProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div>
      <div className="flex items-center gap-2">
        <Fingerprint aria-hidden size={15} className="text-mut" />
        <label htmlFor={id} className="text-mut">
          {t('code')}
        </label>
        <span className="group relative ml-auto">
          <input
            id={id}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-fault`}
            onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, DIGITS))}
            className="absolute inset-0 opacity-0"
          />
          <span aria-hidden className="num flex gap-1">
            {PLACES.map((at) => (
              <i
                key={at}
                className={classNames(
                  'bg-field grid h-7 w-[22px] place-items-center rounded border text-[13px] font-medium not-italic',
                  error === undefined ? 'border-line2' : 'border-bad',
                  at === Math.min(value.length, DIGITS - 1) &&
                    'group-focus-within:border-brand group-focus-within:halo',
                )}
              >
                {value[at]}
              </i>
            ))}
          </span>
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-fault`} role="alert" className="text-bad mt-1 text-right">
          {error}
        </p>
      )}
    </div>
  );
}
