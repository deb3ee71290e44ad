/**
 * Goal: the core obeys the rules as an auditor that was written apart from it understands them (DESIGN §4, §5). Method: random commands,
 * every event and answer of which is looked at, and at the end every account, order and position.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Auditor } from '../sim/auditor/auditor.ts';
import { viewOf } from '../sim/auditor/view.ts';
import { Player } from '../sim/player.ts';
import { randomStep, SET_UP } from '../sim/random-commands.ts';
import { Exchange, type CoreEvent } from './index.ts';

test('DESIGN §4 the auditor finds no breach in random sequences', () => {
  fc.assert(
    fc.property(fc.array(randomStep, { minLength: 50, maxLength: 150, size: 'max' }), (steps) => {
      const exchange = new Exchange();
      const player = new Player();
      const auditor = new Auditor();
      for (const step of [...SET_UP, ...steps]) {
        const command = player.commandOf(step, exchange);
        const { timeMs } = player;
        const seq = exchange.seq + 1;
        const outcome = exchange.apply(seq, timeMs, command);
        const events: CoreEvent[] = [];
        exchange.drainEvents((event) => events.push(event));
        auditor.observe({ seq, timeMs, command, outcome, events });
        assert.deepEqual(auditor.breaches, [], JSON.stringify(command));
      }
      auditor.compare(viewOf(exchange));
      assert.deepEqual(auditor.breaches, []);
    }),
    // The same each time; `npm run simulate -- --seeds N` draws others.
    { numRuns: 300, seed: 2026 },
  );
});
