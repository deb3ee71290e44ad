/** Amounts of requests: converts text to units, with the refusals of R5.5 and R5.13. */
import { parseDecimal } from '@glasshouse/money';
import type { Refusal, RefusalName } from '@glasshouse/protocol';

/** R9.1: the minimum amount for orders and transfers is 0.00001. */
const SMALLEST_DECIMALS = 5;

export interface AmountRules {
  readonly field: string;
  readonly decimals: number;
  /** Absent, zero or below 0.00001. */
  readonly missing: RefusalName;
  readonly tooPrecise: RefusalName;
  readonly tooLarge: RefusalName;
}

/**
 * The amount in units, or the refusal. The call's schema has checked that the text is a plain
 * decimal.
 */
export function readAmount(text: string | undefined, rules: AmountRules): number | Refusal {
  const { field } = rules;
  if (text === undefined || isBelowSmallest(text)) return { error: rules.missing, field };
  const units = parseDecimal(text, rules.decimals);
  if (typeof units === 'number') return units;
  if (units === 'too-large') return { error: rules.tooLarge, field };
  return { error: rules.tooPrecise, field, params: { field, reason: `at most ${rules.decimals} decimals` } };
}

/** Only zeros up to the smallest decimal. */
const BELOW_SMALLEST = new RegExp(`^0*(?:\\.(?:0{${SMALLEST_DECIMALS}}\\d*|0*))?$`);
const isBelowSmallest = (text: string): boolean => BELOW_SMALLEST.test(text);
