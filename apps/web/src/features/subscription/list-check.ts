/**
 * Recomputes a published list in the browser: the digest of the file, the sums, every share, and
 * the allocation of the remaining units. Only the digest and the project's terms are taken on
 * trust.
 */
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import type { ProjectRow } from '@glasshouse/protocol/subscription';
import { allocate, costOf, shareOf } from '@glasshouse/protocol/subscription/quote';
import { termsAt } from './sale.ts';

export interface ListedLine {
  readonly id: string;
  readonly amount: string;
  readonly coins: string;
  readonly cost: string;
}

export type StepName = 'digest' | 'amounts' | 'shares' | 'left' | 'sold';
export interface CheckStep {
  readonly name: StepName;
  readonly holds: boolean;
  /** The figure that the step shows. */
  readonly shown: string;
}

export interface CheckedLine extends ListedLine {
  readonly place: number;
  /** The remainder of the division, as a share of a unit: 0 to 1. */
  readonly part: number;
  readonly hasUnit: boolean;
}

export interface ListCheck {
  readonly steps: readonly CheckStep[];
  readonly holds: boolean;
  readonly lines: number;
  /** The user's line with its neighbours; empty if the user is not in the list. */
  readonly around: readonly CheckedLine[];
  readonly own: CheckedLine | undefined;
  readonly left: number;
}

const HEAD = 'id,amount,coins,cost';
const AROUND = 2;

/** The lines of a file; null if it is not a list. */
export function linesOf(text: string): ListedLine[] | null {
  const [head, ...rows] = text.trimEnd().split('\r\n');
  if (head !== HEAD) return null;
  return rows.map((row) => {
    const [id = '', amount = '', coins = '', cost = ''] = row.split(',');
    return { id, amount, coins, cost };
  });
}

interface Numbers {
  readonly amount: number;
  readonly coins: number;
  readonly cost: number;
}

const unitsOf = (text: string, decimals: number): number => {
  const units = parseDecimal(text, decimals);
  return typeof units === 'number' ? units : Number.NaN;
};

/** `digest` is that of the file as it was received; null where the browser cannot hash. */
export function checkList(
  project: ProjectRow,
  lines: readonly ListedLine[],
  { digest, own }: { readonly digest: string | null; readonly own: string | undefined },
): ListCheck {
  const { coinDecimals, currencyDecimals, total, digest: published } = project;
  const numbers = lines.map((line): Numbers => ({
    amount: unitsOf(line.amount, currencyDecimals),
    coins: unitsOf(line.coins, coinDecimals),
    cost: unitsOf(line.cost, currencyDecimals),
  }));
  const terms = termsAt(project, total);
  const floors = numbers.map(({ amount }) => shareOf(amount, terms));
  const due = allocate(numbers, terms);
  const sum = (of: (line: Numbers) => number): bigint =>
    numbers.reduce((all, line) => all + BigInt(of(line)), 0n);
  const [amounts, coins, costs] = [sum((n) => n.amount), sum((n) => n.coins), sum((n) => n.cost)];
  const within = numbers.filter(
    (line, i) => line.coins - floors[i]!.coins === Number(hasUnit(due, floors, i)),
  ).length;
  const units = due.filter((_, i) => hasUnit(due, floors, i)).length;
  const given = numbers.filter((line, i) => line.coins === due[i]! && hasUnit(due, floors, i)).length;
  const areCosts = numbers.every(
    ({ coins: bought, cost, amount }) => cost === costOf(bought, terms.price) && cost <= amount,
  );
  const text = (value: bigint, decimals: number): string => formatDecimal(Number(value), decimals);
  const steps: readonly CheckStep[] = [
    { name: 'digest', holds: digest !== null && digest === published, shown: digest ?? '' },
    {
      name: 'amounts',
      holds: amounts === BigInt(terms.total) && lines.length === project.subscribers,
      shown: text(amounts, currencyDecimals),
    },
    { name: 'shares', holds: within === lines.length, shown: `${within} / ${lines.length}` },
    { name: 'left', holds: given === units, shown: `${given} / ${units}` },
    {
      name: 'sold',
      holds:
        areCosts &&
        text(coins, coinDecimals) === project.sold &&
        text(costs, currencyDecimals) === project.cost &&
        coins <= BigInt(terms.forSale),
      shown: text(coins, coinDecimals),
    },
  ];
  const at = own === undefined ? -1 : lines.findIndex(({ id }) => id === own);
  const checked = (i: number): CheckedLine => ({
    ...lines[i]!,
    place: i + 1,
    part: floors[i]!.remainder / terms.total,
    hasUnit: hasUnit(due, floors, i),
  });
  const first = Math.max(0, at - AROUND);
  const last = Math.min(lines.length, at + AROUND + 1);
  return {
    steps,
    holds: steps.every(({ holds }) => holds),
    lines: lines.length,
    around: at < 0 ? [] : Array.from({ length: last - first }, (_, i) => checked(first + i)),
    own: at < 0 ? undefined : checked(at),
    left: units,
  };
}

const hasUnit = (due: readonly number[], floors: readonly { readonly coins: number }[], i: number): boolean =>
  due[i]! > floors[i]!.coins;
