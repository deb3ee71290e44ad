/**
 * Goal: the core obeys the rules as an independent auditor understands them. Method: random
 * commands; the auditor checks every event and outcome, and at the end every account, order and
 * position.
 */
import test from 'node:test';
import fc from 'fast-check';
import { playAudited } from '../audited-runs.ts';
import { randomSteps } from '../random-commands.ts';
import { SELF_TRADE } from '../../src/matching/side.ts';

test('R11.2 spot I8 seconds-contract I4 flash-exchange I5 funding I6 fund I10 the auditor finds no breach in random sequences', () => {
  fc.assert(
    fc.property(randomSteps({ minLength: 50, maxLength: 150 }), fc.nat(1), playAudited),
    // A fixed seed; `npx glasshouse simulate --seeds N` draws others.
    { numRuns: 300, seed: 2026 },
  );
});

test('R11.2 R11.4 a maker that takes lots from its own quote takes them from the best one', () => {
  const asks = [8_999_990, 41, 8_999_999, 40];
  const buy = {
    type: 'place-order',
    owner: 100,
    market: 0,
    side: 0,
    quoteAmount: 0,
    timeInForce: 0,
  } as const;
  playAudited([
    { type: 'replace-quotes', owner: 100, market: 0, bids: [], asks },
    { ...buy, price: 8_999_990, lots: 40, selfTrade: SELF_TRADE.decrement, clientOrderId: null },
    { ...buy, price: 8_999_999, lots: 12, selfTrade: SELF_TRADE.allow, clientOrderId: null },
  ]);
});
