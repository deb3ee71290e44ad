/**
 * Money input: decimal text in, decimal text out, never a number. While a text is no amount, the
 * field keeps it, says why, and gives out ''.
 */
import { useEffect, useRef, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Code } from './Code.tsx';
import { isUnfinished, readDecimal, steppedDecimal, type Refused } from './decimal-text.ts';
import { decimalWords } from './number-format.ts';

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
  /** What the amount is in, where `unit` is not its name alone. */
  readonly unitName?: string | undefined;
  readonly value: string;
  readonly decimals: number;
  /** A text that is no amount is '', and `isUnread`; the form of the field is then not sent. */
  readonly onValue: (value: string, isUnread: boolean) => void;
  readonly large?: boolean;
  readonly invalid?: boolean;
}

export function DecimalInput(props: DecimalInputProps) {
  const { label, labelInside = true, unit, decimals, large, invalid } = props;
  const entry = useEntry(props);
  const { refused } = entry;
  const isWrong = invalid === true || refused !== undefined;
  return (
    <label
      className={classNames(
        'bg-raised focus-within:border-brand relative flex items-center border px-3 [transition:color_.15s,background-color_.15s,border-color_.15s]',
        large ? 'h-11 rounded-lg' : 'h-9 rounded-md',
        isWrong ? 'border-bad' : 'hover:border-dim/40 border-transparent',
      )}
    >
      {labelInside && <span className="text-mut shrink-0">{label}</span>}
      <EntryInput {...props} entry={entry} invalid={isWrong} />
      {refused !== undefined && (
        <Refusal refused={refused} onChoice={(reading) => entry.take(reading, false)}>
          {decimalWords({
            fault: refused.fault,
            field: props['aria-label'] ?? label,
            decimals,
            unit: unitOf(props) ?? '',
          })}
        </Refusal>
      )}
      {unit !== undefined && (
        <span className={classNames('text-mut shrink-0 text-right', !large && 'min-w-9')}>
          {typeof unit === 'string' ? <Code>{unit}</Code> : unit}
        </span>
      )}
    </label>
  );
}

function EntryInput(props: DecimalInputProps & { readonly entry: ReturnType<typeof useEntry> }) {
  const { entry, label, labelInside: _, unit: __, unitName: ___, onValue: ____, ...rest } = props;
  const { large, invalid, decimals, value, ...attributes } = rest;
  const input = useUnsentForm(entry);
  return (
    <input
      ref={input}
      autoComplete="off"
      {...attributes}
      inputMode="decimal"
      aria-label={rest['aria-label'] ?? (rest.id === undefined ? label : undefined)}
      aria-invalid={invalid || undefined}
      value={entry.text}
      onChange={({ target, nativeEvent }) => entry.take(target.value, isByKey(nativeEvent))}
      onPaste={(event) => {
        const lines = event.clipboardData
          .getData('text')
          .trim()
          .split(/[\r\n]+/);
        if (lines.length < 2) return;
        // A browser joins the lines: two amounts below each other would become a third one.
        event.preventDefault();
        entry.take(lines.join('; '), false);
      }}
      onBlur={(event) => {
        entry.leave();
        rest.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        if (entry.isUnread) return;
        entry.take(steppedDecimal(value, decimals, event.shiftKey ? step * LARGE_STEP : step), false);
      }}
      className={classNames(
        'num placeholder:text-dim h-full min-w-0 flex-1 bg-transparent font-medium placeholder:normal-nums outline-none focus-visible:outline-none',
        large ? 'text-[17px] font-semibold' : 'px-2 text-right text-[13px]',
      )}
    />
  );
}

const unitOf = ({ unit, unitName }: DecimalInputProps): string | undefined =>
  unitName ?? (typeof unit === 'string' ? unit : undefined);

/** The text of single keys stays as it is typed. Everything else is pasted, filled or spoken. */
function isByKey(event: Event): boolean {
  if (!(event instanceof InputEvent)) return false;
  return event.isComposing || /^(delete|history)/.test(event.inputType) || event.data?.length === 1;
}

interface Entry {
  readonly text: string;
  /** What the text was read as. */
  readonly value: string;
  /** Whether the text is no amount. The fault is told once further keys cannot make one of it. */
  readonly isUnread: boolean;
  readonly refused?: Refused;
}
/** The text of the field, as long as the form has the value that it was read as. */
function useEntry(props: DecimalInputProps) {
  const { value, decimals, onValue } = props;
  const rules = { decimals, unit: unitOf(props) };
  const [kept, setEntry] = useState<Entry>();
  const entry = kept?.value === value ? kept : undefined;
  if (kept !== entry) setEntry(undefined);
  const { text, isUnread, refused }: Entry = entry ?? { text: value, value, isUnread: false };

  function take(next: string, byKey: boolean) {
    const reading = readDecimal(next, { ...rules, isPasted: !byKey });
    if (typeof reading === 'string') {
      setEntry({ text: byKey ? next : reading, value: reading, isUnread: false });
      onValue(reading, false);
    } else if (byKey && reading.fault === 'decimals' && value !== '' && next.length > text.length) {
      // A further digit of an amount is not taken.
      setEntry({ text, value, isUnread: false, refused: { ...reading, readings: [] } });
    } else {
      const waits = byKey && isUnfinished(next, rules);
      setEntry({ text: next, value: '', isUnread: true, ...(waits ? {} : { refused: reading }) });
      onValue('', true);
    }
  }

  /** Tells the fault of an unfinished text, and shows what an amount was read as. */
  function leave() {
    const reading = readDecimal(text, rules);
    if (typeof reading !== 'string') setEntry({ text, value, isUnread: true, refused: reading });
    else if (isUnread) take(text, false);
    else setEntry(undefined);
  }
  return { text, isUnread, refused, take, leave };
}

/**
 * Keeps the form of a field from being sent while its text is no amount: as an empty field it could
 * mean a price that the order does without.
 */
function useUnsentForm({ isUnread, leave }: Pick<ReturnType<typeof useEntry>, 'isUnread' | 'leave'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    if (!isUnread || !form) return undefined;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      leave();
      input.current?.focus();
    };
    form.addEventListener('submit', stop);
    return () => form.removeEventListener('submit', stop);
  });
  return input;
}

interface RefusalProps {
  readonly refused: Refused;
  readonly onChoice: (reading: string) => void;
  readonly children: ReactNode;
}
/** What is wrong, and the amounts that the text may mean. */
function Refusal({ refused, onChoice, children }: RefusalProps) {
  return (
    <span
      role="alert"
      className="border-bad/40 bg-panel text-bad shadow-pop absolute bottom-full left-0 z-30 mb-1 rounded-md border px-2.5 py-1 text-left text-[12px] leading-[18px] font-normal"
    >
      {children}
      {refused.readings.map((reading) => (
        <button
          key={reading}
          type="button"
          translate="no"
          onClick={({ currentTarget }) => {
            // The button vanishes, and would take the focus of the keyboard with it.
            currentTarget.closest('label')?.control?.focus();
            onChoice(reading);
          }}
          className="num notranslate border-line2 text-brand-ink hover:border-brand ml-1.5 h-6 rounded border px-1.5 font-medium"
        >
          {reading}
        </button>
      ))}
    </span>
  );
}
