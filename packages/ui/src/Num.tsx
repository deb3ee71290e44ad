/** Renders every number and amount. */
import { classNames } from './class-names.ts';
import { formatNumber, formatPercent, type NumberStyle } from './number-format.ts';

export interface NumProps extends NumberStyle {
  readonly value: string | number | null | undefined;
  /** Written after the number, muted. */
  readonly unit?: string;
  /** Written before the number, such as '≈ '. */
  readonly prefix?: string;
  /** Colours gains and losses. */
  readonly toned?: boolean;
  readonly className?: string;
}

export function Num({ value, unit, prefix, toned, className, ...style }: NumProps) {
  return (
    <span translate="no" className={classNames('num notranslate', toned && toneOf(value), className)}>
      {prefix}
      {formatNumber(value, style)}
      {unit !== undefined && <span className="text-mut font-normal normal-nums"> {unit}</span>}
    </span>
  );
}

/** A percentage has two decimals. */
const SHOWN_STEPS = 10_000;

export interface ChangeProps {
  /** Undefined while unknown. */
  readonly ratio: number | undefined;
  readonly className?: string;
}
/**
 * A ratio such as 0.0144, shown as +1.44% in its colour. One that shows as 0.00% is neither gain
 * nor loss.
 */
export function Change({ ratio = Number.NaN, className }: ChangeProps) {
  const shown = Math.trunc(ratio * SHOWN_STEPS);
  return (
    <span translate="no" className={classNames('num notranslate', toneOf(shown), className)}>
      {formatPercent(ratio)}
    </span>
  );
}

export function toneOf(value: string | number | null | undefined): string {
  const number = Number(value ?? 0);
  return number > 0 ? 'text-up' : number < 0 ? 'text-down' : 'text-mut';
}
