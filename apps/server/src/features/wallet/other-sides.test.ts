/**
 * Goal: the other side that a record shows is the one that the core posts to. Method: random
 * commands of every product; each posting of a user is compared with those that balance it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPITAL, Exchange, FIRST_USER, HOUSE, POSTING_REASONS, type Posting } from '@glasshouse/core';
import type { OtherSideKind } from '@glasshouse/protocol/wallet';
import fc from 'fast-check';
import { Player } from '../../../../../packages/core/sim/player.ts';
import { randomStep } from '../../../../../packages/core/sim/random-commands.ts';
import { SET_UP } from '../../../../../packages/core/sim/set-up.ts';
import { REASONS, termsOf } from './other-sides.ts';

/** The rarest reason occurs in every second round. */
const MOST_ROUNDS = 30;
/** Users have no postings of the house alone. */
const SEEN_BY_USERS = POSTING_REASONS.filter((reason) => reason !== 'house-capital');
const RESERVES: ReadonlySet<number> = new Set(Object.values(CAPITAL));
const NETWORKS = { first: 21, last: 59 };

/** Whether an account of the ledger is what a record calls this side of it. */
const IS_SIDE: Readonly<Record<OtherSideKind, (other: Posting, own: Posting) => boolean>> = {
  own: (other, own) => other.owner === own.owner && other.wallet !== own.wallet,
  issuer: ({ owner }) => owner === HOUSE.external,
  trader: ({ owner }) => owner > 99,
  'fee-income': ({ owner, reason }) => owner === HOUSE.fees || reason === 'referral',
  inviter: () => false,
  friend: ({ owner, reason }) => reason === 'fee' && (owner >= 100 || owner === HOUSE.fees),
  'contract-escrow': ({ owner }) => owner === HOUSE.secondsContractEscrow,
  'contract-reserve': ({ owner }) => owner === HOUSE.secondsContractReserve,
  network: ({ owner }) => owner >= NETWORKS.first && owner <= NETWORKS.last,
  treasury: ({ owner }) => owner === HOUSE.treasury,
  house: ({ owner }) => owner < 100,
  'product-reserve': ({ owner }) => RESERVES.has(owner),
  'product-holdings': ({ owner }) => owner < 100 && !RESERVES.has(owner),
};

/** Postings of one command in groups that follow each other and sum to zero. */
function balancedGroups(postings: readonly Posting[]): Posting[][] {
  const groups: Posting[][] = [];
  let group: Posting[] = [];
  for (const posting of postings) {
    group.push(posting);
    if (group.reduce((sum, { available, frozen }) => sum + available + frozen, 0) !== 0) continue;
    groups.push(group);
    group = [];
  }
  assert.deepEqual(group, [], 'the postings of a command sum to zero');
  return groups;
}

test('wallet I4 R10.3 the other side of each posting is the account that the core posts to', () => {
  const met = new Set<string>();
  const isMet = (reason: (typeof POSTING_REASONS)[number]) =>
    REASONS[reason].shown === null || met.has(reason);
  for (let round = 0; round < MOST_ROUNDS && !SEEN_BY_USERS.every(isMet); round++) play(round, met);
  assert.deepEqual(
    SEEN_BY_USERS.filter((reason) => !isMet(reason)),
    [],
  );
});

/** Random sequences of one seed; notes the reasons of the postings that users had. */
function play(round: number, met: Set<string>): void {
  const runs = fc.sample(fc.array(randomStep, { minLength: 120, maxLength: 120, size: 'max' }), {
    seed: 20_261_123 + round,
    numRuns: 60,
  });
  for (const steps of runs) {
    const exchange = new Exchange();
    const player = new Player();
    for (const step of [...SET_UP, ...steps]) {
      exchange.apply(exchange.seq + 1, player.timeMs, player.commandOf(step, exchange));
      const postings: Posting[] = [];
      exchange.drainEvents((event) => {
        if (event.type === 'posting') postings.push(event);
      });
      for (const group of balancedGroups(postings)) for (const own of group) checkOwn(own, group, met);
    }
  }
}

function checkOwn(own: Posting, group: readonly Posting[], met: Set<string>): void {
  if (own.owner < FIRST_USER) return;
  const { side } = termsOf(own.reason);
  met.add(own.reason);
  const text = JSON.stringify({ own, group });
  if (side === null) {
    assert.equal(own.available, -own.frozen, text);
    return;
  }
  assert.ok(own.available === 0 || own.frozen === 0, text);
  const others = group.filter((other) => other !== own);
  assert.ok(others.length > 0 && others.every((other) => IS_SIDE[side](other, own)), text);
}
