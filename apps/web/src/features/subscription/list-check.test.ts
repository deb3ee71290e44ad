/**
 * Goal: the browser accepts a list that is right, and names the step at which a changed one fails.
 * Method: lists by the formula of the core, then one change each.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ProjectRow } from '@glasshouse/protocol/subscription';
import { allocate, costOf } from '@glasshouse/protocol/subscription/quote';
import { formatDecimal } from '@glasshouse/money';
import { checkList, linesOf, type ListedLine } from './list-check.ts';
import { faultOf, mostOf, outcomeAt, scenariosOf, supplyOf, termsAt } from './sale.ts';

const AMOUNTS = ['1500', '2250.5', '90', '12000', '333.33'];
const PROJECT = {
  price: '1.1',
  forSale: '5000',
  raise: '5500',
  total: '16173.83',
  subscribers: AMOUNTS.length,
  minAmount: '20',
  maxPerOwner: '12000',
  coinDecimals: 6,
  currencyDecimals: 6,
  digest: 'd',
  sold: '5000',
} as ProjectRow;

function listed(): { readonly lines: ListedLine[]; readonly project: ProjectRow } {
  const terms = termsAt(PROJECT, PROJECT.total);
  const coins = allocate(
    AMOUNTS.map((amount) => ({ amount: Number(amount) * 1_000_000 })),
    terms,
  );
  const costs = coins.map((units) => costOf(units, terms.price));
  const lines = AMOUNTS.map((amount, i) => ({
    id: String(10 + i),
    amount,
    coins: formatDecimal(coins[i]!, 6),
    cost: formatDecimal(costs[i]!, 6),
  }));
  const cost = formatDecimal(
    costs.reduce((sum, units) => sum + units, 0),
    6,
  );
  return { lines, project: { ...PROJECT, cost } };
}

const failed = (project: ProjectRow, lines: readonly ListedLine[], digest = 'd'): string[] =>
  checkList(project, lines, { digest, own: undefined })
    .steps.filter(({ holds }) => !holds)
    .map(({ name }) => name);

test('subscription I10 a published list that is right passes every step, with the lines around the own one', () => {
  const { lines, project } = listed();
  const check = checkList(project, lines, { digest: 'd', own: '11' });
  assert.ok(check.holds);
  assert.deepEqual(
    check.around.map(({ id }) => id),
    ['10', '11', '12', '13'],
  );
  assert.equal(check.own?.place, 2);
  assert.equal(check.left, check.steps[3]?.shown.split(' / ').map(Number)[1]);
});

test('subscription I10 a changed list fails at the step that shows it', () => {
  const { lines, project } = listed();
  assert.deepEqual(failed(project, lines, 'e'), ['digest']);
  assert.deepEqual(failed(project, lines.slice(1)), ['amounts', 'shares', 'left', 'sold']);
  const [first, ...rest] = lines;
  const more = { ...first!, coins: formatDecimal(Number(first!.coins) * 1e6 + 1, 6) };
  assert.ok(failed(project, [more, ...rest]).includes('shares'));
  const cheaper = { ...first!, cost: '1' };
  assert.deepEqual(failed(project, [cheaper, ...rest]), ['sold']);
});

test('subscription I10 a file is a list by its columns', () => {
  assert.deepEqual(linesOf('id,amount,coins,cost\r\n1,2,3,4\r\n'), [
    { id: '1', amount: '2', coins: '3', cost: '4' },
  ]);
  assert.equal(linesOf('oops'), null);
});

test('subscription I3 an outcome follows from the total that is named beside it', () => {
  assert.deepEqual(outcomeAt(PROJECT, '1100', '5500'), {
    total: '5500',
    coins: '1000',
    cost: '1100',
    returned: '0',
  });
  assert.deepEqual(outcomeAt(PROJECT, '1100', '11000'), {
    total: '11000',
    coins: '500',
    cost: '550',
    returned: '550',
  });
  assert.deepEqual(
    scenariosOf(PROJECT, '1000', '10000').map(({ name, total }) => [name, total]),
    [
      ['asNow', '11000'],
      ['half', '16500'],
      ['double', '22000'],
    ],
  );
  // What is paid in mostly stays, so a sale that is covered is not shown as one that is just full.
  assert.deepEqual(
    scenariosOf(PROJECT, '1000', '2000').map(({ name, total }) => [name, total]),
    [
      ['asNow', '3000'],
      ['half', '4500'],
      ['double', '6000'],
      ['full', '5500'],
    ],
  );
});

test('subscription I2 an amount counts together with what was paid in before', () => {
  const with500 = { before: '500', available: '700' };
  assert.equal(faultOf(PROJECT, '', with500), 'missing');
  assert.equal(faultOf(PROJECT, '19', { ...with500, before: '0' }), 'below');
  assert.equal(faultOf(PROJECT, '1', with500), undefined);
  assert.equal(faultOf(PROJECT, '11500.1', with500), 'above');
  assert.equal(faultOf(PROJECT, '700.1', with500), 'balance');
  assert.equal(mostOf(PROJECT, with500), '700');
  assert.equal(mostOf(PROJECT, { before: '11900', available: '700' }), '100');
});

test('R3.9 the parts of a supply are the facts that begin with a percentage', () => {
  assert.deepEqual(
    supplyOf([
      { name: 'Sale', text: '8% free at once' },
      { name: 'White paper', text: 'https://helio.example' },
    ]),
    [{ name: 'Sale', percent: 8, text: 'free at once' }],
  );
});
