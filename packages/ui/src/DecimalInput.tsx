/**
 * Money input: decimal text in, decimal text out, never a number. What a text has beyond that is
 * left out, and the field says so.
 */
import { useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { cleanDecimal, faultOfDecimal, steppedDecimal } from './decimal-text.ts';
import { decimalWords, type DecimalFault } from './number-format.ts';

/** Of the arrow keys, with Shift ten times as much. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
const LARGE_STEP = 10;

export interface DecimalInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'size'
> {
  /** The label of dense forms, inside the box at its left. */
  readonly label: string;
  /** False if the label is above the box and linked by id. */
  readonly labelInside?: boolean;
  readonly unit?: ReactNode;
  readonly value: string;
  readonly decimals: number;
  readonly onValue: (value: string) => void;
  readonly large?: boolean;
  readonly invalid?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function DecimalInput(props: DecimalInputProps) {
  const { label, labelInside = true, unit, value, decimals, onValue, large, invalid, ref, ...rest } = props;
  const [fault, setFault] = useState<DecimalFault>();
  return (
    <label
      className={classNames(
        'bg-raised focus-within:border-brand relative flex items-center border px-3 transition-colors',
        large ? 'h-11 rounded-lg' : 'h-9 rounded-md',
        invalid ? 'border-down' : 'hover:border-dim/40 border-transparent',
      )}
    >
      {labelInside && <span className="text-mut shrink-0">{label}</span>}
      <input
        ref={ref}
        autoComplete="off"
        {...rest}
        inputMode="decimal"
        aria-label={rest['aria-label'] ?? (rest.id === undefined ? label : undefined)}
        aria-invalid={invalid || undefined}
        value={value}
        onChange={(event) => {
          setFault(faultOfDecimal(event.target.value, decimals));
          onValue(cleanDecimal(event.target.value, decimals));
        }}
        onBlur={(event) => {
          setFault(undefined);
          rest.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          const step = STEPS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          setFault(undefined);
          onValue(steppedDecimal(value, decimals, event.shiftKey ? step * LARGE_STEP : step));
        }}
        className={classNames(
          'num placeholder:text-dim h-full min-w-0 flex-1 bg-transparent font-medium placeholder:normal-nums outline-none focus-visible:outline-none',
          large ? 'text-[17px] font-semibold' : 'px-2 text-right text-[13px]',
        )}
      />
      {unit !== undefined && (
        <span className={classNames('text-mut shrink-0 text-right', !large && 'min-w-9')}>{unit}</span>
      )}
      {fault !== undefined && (
        <span
          role="alert"
          className="border-down/50 bg-panel text-down shadow-pop absolute top-full left-0 z-20 mt-1 rounded-md border px-2.5 py-1 text-[12px] leading-[18px] font-normal"
        >
          {decimalWords({ fault, field: label, decimals })}
        </span>
      )}
    </label>
  );
}
