/**
 * Goal: orders and positions change as their tables say, and every entry of the tables occurs.
 * Method: random sequences; each observed change must be in the table, and each entry must be
 * observed.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Player } from '../sim/player.ts';
import { randomStep } from '../sim/random-commands.ts';
import { SET_UP } from '../sim/set-up.ts';
import { orderState, ORDER_TRANSITIONS, POSITION_TRANSITIONS, positionState } from '../sim/states.ts';
import { Exchange } from './index.ts';

type Table = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const entriesOf = (table: Table): string[] =>
  Object.entries(table).flatMap(([command, transitions]) =>
    Object.entries(transitions).flatMap(([from, states]) =>
      states.map((to) => `${command}: ${from} -> ${to}`),
    ),
  );

/** The observed changes, each as a line like those of `entriesOf`. */
interface Seen {
  readonly orders: Set<string>;
  readonly positions: Set<string>;
}

/** Adds the changes of 1,200 random sequences. */
function observe(seen: Seen): void {
  const sequence = fc.array(randomStep, { minLength: 60, maxLength: 120, size: 'max' });
  fc.assert(
    fc.property(sequence, (steps) => {
      const exchange = new Exchange();
      const player = new Player();
      const orders = new Map<number, string>();
      const positions = new Map<number, string>();
      for (const step of [...SET_UP, ...steps]) {
        const command = player.commandOf(step, exchange);
        exchange.apply(exchange.seq + 1, player.timeMs, command);
        const now = { orders: new Map<number, string>(), positions: new Map<number, string>() };
        exchange.drainEvents((event) => {
          if (event.type === 'order-changed') now.orders.set(event.order, orderState(event));
          if (event.type === 'position-changed') now.positions.set(event.position, positionState(event));
        });
        for (const [known, changed, lines] of [
          [orders, now.orders, seen.orders],
          [positions, now.positions, seen.positions],
        ] as const)
          for (const [id, state] of changed) {
            lines.add(`${command.type}: ${known.get(id) ?? 'none'} -> ${state}`);
            known.set(id, state);
          }
      }
    }),
    { numRuns: 1200 },
  );
}

/**
 * The rarest entries occur about twice in 1,200 sequences. Up to thirty rounds are played before an
 * unobserved entry fails the test.
 */
const MOST_ROUNDS = 30;

test('spot I7 seconds-contract I5 orders and positions change as the tables of states by commands say, and no line of them is idle', () => {
  const orders = entriesOf(ORDER_TRANSITIONS);
  const positions = entriesOf(POSITION_TRANSITIONS);
  const seen: Seen = { orders: new Set(), positions: new Set() };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    observe(seen);
    if (seen.orders.size >= orders.length && seen.positions.size >= positions.length) break;
  }
  assert.deepEqual([...seen.orders].sort(), orders.sort());
  assert.deepEqual([...seen.positions].sort(), positions.sort());
});
