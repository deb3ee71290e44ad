/** Sums in several coins: the first large, the others below it. */
import { Num } from '@glasshouse/ui';
import { Balance } from '#shared/Balance.tsx';
import type { CoinSum } from './fixed-terms.ts';

const DECIMALS = 8;

export interface SumProps {
  /** The sums by coin; undefined while they are unknown. */
  readonly sums: readonly CoinSum[] | undefined;
  readonly signed?: boolean;
  /** True for sums that are not the user's: they are never hidden. */
  readonly isPublic?: boolean;
}

export function FirstSum({ sums, signed = false, isPublic = false }: SumProps) {
  if (sums === undefined) return '–';
  const [first] = sums;
  // Nothing has no coin: its reader may have only other ones.
  if (first === undefined) return '0.00';
  const Shown = isPublic ? Num : Balance;
  const look = { value: first.amount, decimals: DECIMALS, unit: first.currency, toned: signed, signed };
  return <Shown {...look} {...(isPublic ? { decimalsMin: 2 } : {})} />;
}

interface SumNoteProps extends SumProps {
  readonly note: string | undefined;
}
/** A note with the sums of all coins but the first. */
export function SumNote({ sums = [], isPublic = false, note }: SumNoteProps) {
  const Shown = isPublic ? Num : Balance;
  const look = isPublic ? { decimals: DECIMALS, decimalsMin: 2 } : { decimals: DECIMALS };
  const others = sums.slice(1).filter(({ amount }) => Number(amount) !== 0);
  return (
    <>
      {others.map(({ currency, amount }, i) => (
        <span key={currency}>
          {i > 0 && ' · '}+ <Shown value={amount} unit={currency} {...look} />
        </span>
      ))}
      {others.length > 0 && note !== undefined && ' · '}
      {note}
    </>
  );
}
