/** Sums of postings, exact. Pure. */
import type { RecordPosting } from '@glasshouse/protocol/wallet';

/** No coin has more. */
const DECIMALS = 18;
const UNIT = 10n ** BigInt(DECIMALS);

/** A signed decimal in its smallest unit. */
function unitsOf(amount: string): bigint {
  const isNegative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, '0'));
  return isNegative ? -units : units;
}

function amountOf(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % UNIT)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  const text = `${size / UNIT}${fraction === '' ? '' : `.${fraction}`}`;
  return units < 0n ? `-${text}` : text;
}

export function sumOf(amounts: readonly string[]): string {
  return amountOf(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n));
}

/** Whether both sides of every line sum to zero. */
export function isBalanced(lines: readonly RecordPosting[]): boolean {
  return lines.every((line) => sumOf([line.amount, ...line.others.map(({ amount }) => amount)]) === '0');
}

/** The change of each coin over all of the owner's accounts, available and frozen together. */
export function netOf(
  lines: readonly RecordPosting[],
): readonly { readonly currency: string; readonly amount: string }[] {
  const coins = [...new Set(lines.map(({ currency }) => currency))];
  return coins.map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const gained = own.flatMap(({ amount, others }) => [
      amount,
      ...others.filter(({ side }) => side === 'own').map((other) => other.amount),
    ]);
    return { currency, amount: sumOf(gained) };
  });
}
