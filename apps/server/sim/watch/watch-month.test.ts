/**
 * Goal: the rules of the watch find what is planted, and leave honest people alone. Method: months
 * on the real matching engine, of several seeds, with people who look suspicious and are not.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from '../chance.ts';
import { populate, type Planted } from './month-people.ts';
import { MonthWorld } from './month-world.ts';

const FOUND_PERCENT_MIN = 95;

for (const seed of [1, 2, 3])
  test(`watch I5 a month of seed ${seed}: 95% of what is planted is found, under 1% of the honest`, async (context) => {
    const world = new MonthWorld(new Chance(seed));
    const { honest, planted } = populate(world);
    assert.ok(honest.length >= 1_000 && planted.length >= 100);
    await world.play();
    const cases = [...world.cases.values()];
    const isFound = ({ kind, accounts }: Planted) =>
      cases.some((each) => each.rule === kind && accounts.every((account) => each.accounts.has(account)));
    const missed = planted.filter((each) => !isFound(each));
    const inCase = new Set(cases.flatMap(({ accounts }) => [...accounts]));
    const accused = honest.filter((user) => inCase.has(user));
    const { trades, fills } = world.counts;
    const kinds = missed.map(({ kind }) => kind).join(' ');
    const rules = cases.filter(({ accounts }) => accused.some((user) => accounts.has(user)));
    context.diagnostic(
      `${honest.length} honest, ${accused.length} in a case (${rules.map(({ rule }) => rule).join(' ')}); ` +
        `${planted.length} planted, missed: ${kinds}; ${trades} trades between users, ${fills} fills`,
    );
    assert.ok(trades > 5_000 && fills > 2 * trades, 'a lively market');
    assert.ok((planted.length - missed.length) * 100 >= planted.length * FOUND_PERCENT_MIN, kinds);
    assert.ok(accused.length * 100 < honest.length, `${accused.length} of ${honest.length}`);
  });
