/**
 * Goal: no product leaves out what the account channel, the tables and the audit need of it.
 * Method: random sequences on an exchange; the rows that events change are compared with the rows
 * that a channel begins with, for every product that is registered.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, type CoreEvent } from '@glasshouse/core';
import fc from 'fast-check';
import { OWNERS } from '../../../../packages/core/sim/owners.ts';
import { Player } from '../../../../packages/core/sim/player.ts';
import { randomSteps } from '../../../../packages/core/sim/random-commands.ts';
import type { RandomStep } from '../../../../packages/core/sim/random-step.ts';
import { SET_UP } from '../../../../packages/core/sim/set-up.ts';
import { Catalogue } from '../contract/catalogue.ts';
import type { Session } from '../db/database.ts';
import type { AccountRow, AnyProduct } from '../contract/product.ts';
import type { Projection } from '../pipeline/projection.ts';
import * as registered from './registered-projections.ts';
import { PRODUCTS } from './products.ts';

const SEQUENCES = 100;
/** Rows of each product that were compared. */
const COMPARED_MIN = 5;
const STEPS = 120;

type Rows = Pick<AnyProduct, 'changedRow' | 'openRows' | 'crossChecks'>;
const products = Object.entries(PRODUCTS) as unknown as readonly (readonly [name: string, product: Rows])[];

interface Played {
  readonly catalogue: Catalogue;
  readonly events: readonly { readonly event: CoreEvent; readonly seq: number; readonly timeMs: number }[];
}

function play(steps: readonly RandomStep[]): Played {
  const exchange = new Exchange();
  const player = new Player();
  const events: { event: CoreEvent; seq: number; timeMs: number }[] = [];
  for (const step of [...SET_UP, ...steps]) {
    const command = player.commandOf(step, exchange);
    exchange.apply(exchange.seq + 1, player.timeMs, command);
    exchange.drainEvents((event, seq, timeMs) => events.push({ event, seq, timeMs }));
  }
  return { catalogue: new Catalogue(exchange), events };
}

const sequences = (): readonly Played[] =>
  fc.sample(randomSteps({ minLength: STEPS, maxLength: STEPS }), { seed: 7, numRuns: SEQUENCES }).map(play);

/** What follows from the terms of an order and the time at which its row is made. */
const GROWING = ['remainingDays', 'currentProfit', 'currentReward', 'redeemableAmount'];

/**
 * A row as text. What a channel begins with does not know when an order was changed last, and
 * triggers of trailing stops are reported only every ten ticks. What grows with time has grown.
 */
function textOf({ row }: AccountRow<unknown>): string {
  const { updateTime: _, triggerPrice, ...rest } = row as Readonly<Record<string, unknown>>;
  const isTrailing = rest['trailPercent'] !== null || rest['trailAmount'] !== null;
  const kept = Object.entries(rest).filter(([field]) => !GROWING.includes(field));
  return JSON.stringify({ ...Object.fromEntries(kept), ...(isTrailing ? {} : { triggerPrice }) });
}

test('R7.7 D0023 the rows that a channel begins with are those that the last events reported', () => {
  const compared = new Map(products.map(([name]) => [name, 0]));
  /** Products with rows to begin with: what is done at once has none. */
  const begun = new Set<string>();
  for (const { catalogue, events } of sequences())
    for (const [name, product] of products)
      for (const owner of OWNERS) {
        const changed = new Map<number | string, AccountRow<unknown>>();
        for (const { event, timeMs } of events) {
          if ((event as { readonly owner?: number }).owner !== owner) continue;
          const one = product.changedRow(catalogue, event, timeMs);
          if (one !== null) changed.set(one.id, one);
        }
        const open = [...product.openRows(catalogue, owner)];
        const objects = [...catalogue.exchange.featureList.find((f) => f.name === name)!.feature.open(owner)];
        assert.ok(open.length >= objects.length, `${name} shows ${open.length} of ${objects.length}`);
        if (open.length > 0) begun.add(name);
        for (const one of open) {
          const last = changed.get(one.id);
          if (last === undefined) assert.equal(objects.length, 0, `${name} never reported ${one.id}`);
          else assert.equal(textOf(one), textOf(last), name);
          compared.set(name, compared.get(name)! + (last === undefined ? 0 : 1));
        }
      }
  for (const name of begun)
    assert.ok(compared.get(name)! > COMPARED_MIN, `${name}: ${compared.get(name)} rows`);
});

test('R11.1 D0023 every event that changes a row is written to a table', () => {
  for (const { catalogue, events } of sequences().slice(0, 5)) {
    const start = { registry: catalogue.exchange.registry, indexPrices: [] };
    for (const [name, { changedRow }] of products)
      for (const [ordinal, { event, seq, timeMs }] of events.entries()) {
        if (changedRow(catalogue, event, timeMs) === null) continue;
        const create = (registered as Readonly<Record<string, () => readonly Projection[]>>)[name];
        const collectors = (create?.() ?? []).map((projection) => projection.collect(start));
        for (const collector of collectors) collector.add(event, { seq, timeMs, ordinal });
        const written = collectors.some((collector) => collector.rows().length > 0);
        assert.ok(written, `${name} writes nothing for ${JSON.stringify(event)}`);
      }
  }
});

test('R14.3 D0023 the audit of each product notices tables that are empty', async () => {
  const nothing = { query: async () => ({ rows: [] }) } as unknown as Session;
  const unnoticed = new Set(products.map(([name]) => name));
  for (const { catalogue } of sequences())
    for (const [name, { crossChecks }] of products.filter(([product]) => unnoticed.has(product))) {
      const findings = await crossChecks(nothing, catalogue.exchange);
      if (findings.some(({ ok }) => !ok)) unnoticed.delete(name);
    }
  assert.deepEqual([...unnoticed], []);
});

test('D0023 no two products have the same place in commits and in the audit', () => {
  const ranks = Object.values(PRODUCTS).map(({ rank }) => rank);
  assert.deepEqual([...new Set(ranks)], ranks);
});
