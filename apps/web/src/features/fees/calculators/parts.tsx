/** The fields and the result of a calculator. */
import { DecimalInput, KeyValue, Num } from '@glasshouse/ui';
import { useId, type ReactNode } from 'react';

export interface EntryProps {
  readonly label: string;
  /** A fact about the field, shown at its right, such as its limits. */
  readonly fact?: ReactNode;
  readonly children: (id: string) => ReactNode;
}
export function Entry({ label, fact, children }: EntryProps) {
  const id = useId();
  return (
    <div className="mt-4">
      <p className="mb-1.5 flex min-h-[18px] text-[12px]">
        <label htmlFor={id} className="text-mut">
          {label}
        </label>
        {fact !== undefined && <span className="text-mut ml-auto">{fact}</span>}
      </p>
      {children(id)}
    </div>
  );
}

export interface AmountEntryProps extends Omit<EntryProps, 'children'> {
  readonly unit?: string | undefined;
  readonly value: string;
  readonly decimals: number;
  readonly onValue: (value: string) => void;
}
/** An entry of an amount or a number. */
export function AmountEntry({ label, fact, ...input }: AmountEntryProps) {
  return (
    <Entry label={label} fact={fact}>
      {(id) => <DecimalInput {...input} id={id} large labelInside={false} label={label} />}
    </Entry>
  );
}

/** The minimum and the maximum of an amount. */
export function Limits({ min, max, decimals }: { min: string; max: string; decimals: number }) {
  return (
    <>
      <Num value={min} decimals={decimals} decimalsMin={0} /> –{' '}
      <Num value={max} decimals={decimals} decimalsMin={0} />
    </>
  );
}

export interface ResultProps {
  readonly name: string;
  /** Undefined while there is nothing to calculate. */
  readonly value: string | undefined;
  readonly coin: string;
  readonly decimals: number;
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  readonly note: string;
}
export function Result({ name, value, coin, decimals, rows, note }: ResultProps) {
  return (
    <>
      <div aria-live="polite" className="bg-field border-line mt-5 rounded-lg border p-4">
        <p className="text-mut text-[12px]">{name}</p>
        <p className="mt-0.5 text-[26px] leading-8 font-semibold tracking-[-0.01em] break-all">
          <Num value={value} decimals={decimals} decimalsMin={Math.min(2, decimals)} />{' '}
          <span className="text-mut text-[12px] font-normal tracking-normal">{coin}</span>
        </p>
        <dl className="border-line mt-3 grid gap-2 border-t pt-3 text-[13px]">
          {rows.map(([key, each]) => (
            <KeyValue key={key} name={key} value={each} />
          ))}
        </dl>
      </div>
      <p className="text-mut mt-3 text-[12px] leading-[18px] text-pretty">{note}</p>
    </>
  );
}

/** An amount of a coin in a row. */
export function Money({
  value,
  coin,
  decimals,
}: {
  value: string | undefined;
  coin: string;
  decimals: number;
}) {
  return <Num value={value} decimals={decimals} decimalsMin={Math.min(2, decimals)} unit={coin} />;
}
