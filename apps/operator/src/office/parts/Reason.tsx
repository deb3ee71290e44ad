/** The reason of an act, which is required and goes into the log. */
import { REASON_MAX, REASON_MIN } from '@glasshouse/protocol/act-reason';
import { useId, useState } from 'react';
import { useTexts } from '../texts.ts';

/** As the server counts: without blanks around it. */
const lengthOf = (reason: string): number => reason.trim().length;

/** Whether the server takes it. */
export const isReason = (reason: string): boolean => {
  const length = lengthOf(reason);
  return length >= REASON_MIN && length <= REASON_MAX;
};

export interface ReasonProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** Default: 'Reason'. */
  readonly label?: string;
  /** Default: 'required, logged'. Where the customer reads it, say so. */
  readonly hint?: string;
  /** The server's refusal of this field. */
  readonly error?: string | undefined;
}

export function Reason({ value, onChange, label, hint, error }: ReasonProps) {
  const { t } = useTexts();
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const length = lengthOf(value);
  const missing = REASON_MIN - length;
  const fault =
    error ?? (isLeft && length > 0 && missing > 0 ? t('reasonShort', { count: missing }) : undefined);
  return (
    <div>
      <div className="text-mut mb-1.5 flex items-baseline gap-3">
        <label htmlFor={id} className="font-medium">
          {label ?? t('reason')}
        </label>
        <span id={`${id}-hint`} className="num ml-auto">
          {length > REASON_MAX - 100
            ? t('reasonLeft', { count: REASON_MAX - length })
            : (hint ?? t('reasonHint'))}
        </span>
      </div>
      <textarea
        id={id}
        rows={2}
        value={value}
        required
        maxLength={REASON_MAX}
        placeholder={t('reasonPlaceholder')}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => setLeft(true)}
        className="bg-field border-line2 placeholder:text-dim focus:border-brand aria-[invalid=true]:border-bad block field-sizing-content max-h-[126px] min-h-[54px] w-full resize-none rounded-md border px-3 py-2 text-[12.5px] leading-[18px] outline-none focus:halo"
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} role="alert" className="text-bad mt-1">
          {fault}
        </p>
      )}
    </div>
  );
}
