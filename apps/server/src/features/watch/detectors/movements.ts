/** Deposits and withdrawals just below a limit, and money that only passes through. Pure. */
import type { Movement, MovementKind, PublishedLimit } from '../../../contract/watch-facts.ts';
import { percentOf, usdtUnits, type Evidence, type Finding } from '../findings.ts';
import { STRUCTURING, VELOCITY } from '../rules.ts';
import { isWithin } from './trades.ts';

const evidenceOf = (moves: readonly Movement[]): Evidence[] =>
  moves.map(({ kind, id, timeMs, owner, amount, value }) => ({
    ref: `${kind} ${id}`,
    kind,
    timeMs,
    from: owner,
    to: null,
    what: amount,
    value,
  }));

const sumOf = (moves: readonly Movement[]): bigint =>
  moves.reduce((sum, { value }) => sum + BigInt(value ?? 0), 0n);

/** `moves`: of one owner. The window ends with `untilMs`. Null: nothing was found. */
export function structuring(
  moves: readonly Movement[],
  { kind, limits, untilMs }: { kind: MovementKind; limits: readonly PublishedLimit[]; untilMs: number },
): Finding | null {
  const own = moves.filter(
    (move) => move.kind === kind && isWithin(move.timeMs, { untilMs, windowMs: STRUCTURING.windowMs }),
  );
  for (const { units } of limits) {
    const near = own.filter(({ value }) => value !== null && isNear(value, units));
    const share = percentOf(BigInt(near.length), BigInt(own.length));
    const [first] = near;
    if (first === undefined || near.length < STRUCTURING.countMin || share < STRUCTURING.sharePercentMin)
      continue;
    return {
      rule: 'structuring',
      subject: `${first.owner} ${kind}`,
      accounts: [first.owner],
      evidence: evidenceOf(near),
      evidenceMin: STRUCTURING.countMin,
      figures: [
        { figure: 'belowLimit', unit: 'usdt', is: usdtUnits(BigInt(units)), threshold: null },
        { figure: 'nearLimit', unit: 'count', is: near.length, threshold: STRUCTURING.countMin },
        { figure: 'shareOfMoves', unit: 'percent', is: share, threshold: STRUCTURING.sharePercentMin },
      ],
    };
  }
  return null;
}

const isNear = (value: number, limit: number): boolean =>
  value < limit && BigInt(value) * 100n >= BigInt(limit) * BigInt(STRUCTURING.nearPercent);

/** Money that came and left again within a day. */
export interface Pass {
  readonly came: Movement;
  readonly left: readonly Movement[];
}

/** `moves`: of one owner. The window ends with `untilMs`. Each withdrawal is of one pass. */
export function passesOf(moves: readonly Movement[], untilMs: number): Pass[] {
  const own = moves
    .filter(({ timeMs }) => isWithin(timeMs, { untilMs, windowMs: VELOCITY.windowMs }))
    .toSorted((a, b) => a.timeMs - b.timeMs);
  const used = new Set<number>();
  return own.flatMap((came) => {
    if (came.kind !== 'deposit' || came.value === null || came.value < VELOCITY.valueMin) return [];
    const left = own.filter(
      ({ kind, id, timeMs }) =>
        kind === 'withdrawal' &&
        !used.has(id) &&
        timeMs >= came.timeMs &&
        timeMs <= came.timeMs + VELOCITY.withinMs,
    );
    if (percentOf(sumOf(left), BigInt(came.value)) < VELOCITY.outPercentMin) return [];
    for (const { id } of left) used.add(id);
    return [{ came, left }];
  });
}

/** `tradedOf`: what the owner traded between the two ends of a pass, in units of USDT. */
export function velocity(passes: readonly Pass[], tradedOf: (pass: Pass) => bigint): Finding | null {
  const idle = passes.filter(
    (pass) => percentOf(tradedOf(pass), BigInt(pass.came.value ?? 0)) < VELOCITY.tradedPercentMax,
  );
  const [first] = idle;
  if (first === undefined || idle.length < VELOCITY.passesMin) return null;
  const moves = idle.flatMap(({ came, left }) => [came, ...left]);
  const came = sumOf(idle.map((pass) => pass.came));
  const left = sumOf(idle.flatMap((pass) => pass.left));
  const traded = idle.reduce((sum, pass) => sum + tradedOf(pass), 0n);
  return {
    rule: 'velocity',
    subject: String(first.came.owner),
    accounts: [first.came.owner],
    evidence: evidenceOf(moves),
    evidenceMin: 2 * VELOCITY.passesMin,
    figures: [
      { figure: 'passes', unit: 'count', is: idle.length, threshold: VELOCITY.passesMin },
      { figure: 'out', unit: 'percent', is: percentOf(left, came), threshold: VELOCITY.outPercentMin },
      {
        figure: 'traded',
        unit: 'percent',
        is: percentOf(traded, came),
        threshold: VELOCITY.tradedPercentMax,
      },
    ],
  };
}
