/**
 * Goal: an act is done once, by who may do it, with a reason in the log; one of two people only
 * when a second one, who is somebody else, has agreed. Method: acts on a pair over HTTP, and the
 * same through the machine's door.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MARKET_STATUS } from '@glasshouse/core';
import type { OperatorRole } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { ActRow, AuditRow } from '@glasshouse/protocol/operators';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { agreeTo, makeOperator, type TestOperator } from '../../testing/operator.ts';
import { ACT_LIFE_MS } from './acts.ts';

let server: TestServer;
const people = new Map<string, TestOperator>();
before(async () => {
  server = await startTestServer();
  const roles = {
    ann: 'markets',
    ben: 'markets',
    cat: 'treasurer',
    dan: 'auditor',
    eve: 'support',
    fay: 'markets',
  };
  for (const [name, role] of Object.entries(roles) as [string, OperatorRole][])
    people.set(name, await makeOperator(server, `acts-${name}`, role));
});
after(() => server.close());

const PAIR = 'ETH/BTC';
const reason = 'its market is broken';

function market() {
  const { exchange } = server.server.running;
  const { asset: base } = exchange.assets.find(({ code }) => code === 'ETH')!;
  const { asset: quote } = exchange.assets.find(({ code }) => code === 'BTC')!;
  return exchange.registry.defined().find((each) => each.base === base && each.quote === quote)!;
}
const ask = <T>(by: string, path: string, input: object) =>
  server.post<T>(`/operator/app/${path}`, input, { headers: people.get(by)!.headers });
const halt = (by: string, more: object) =>
  ask<ActAnswer>(by, 'markets/haltPair', { pair: PAIR, cancelOnly: true, ...more });
const inAYear = Date.now() + 300 * 86_400_000;
const delist = (by: string, key: string, on = inAYear) =>
  ask<ActAnswer>(by, 'markets/delistPair', { pair: PAIR, on, step: 'do', reason, key });
const decide = (by: string, what: 'agreeTo' | 'refuse' | 'withdraw', act: number | null) =>
  what === 'agreeTo'
    ? agreeTo(server, act, { by: people.get(by)!, reason: 'looked at it' })
    : ask<ActAnswer>(by, `operators/${what}Act`, { act, reason: 'looked at it' });
const newestOfLog = async (count: number) => {
  const { audit } = server.server.features.open.operators.own;
  return (await audit.actsOf('markets/', count)).map(({ operator, act, subject }) => [
    operator,
    act,
    subject,
  ]);
};

test('operators I4 a plan does nothing, and an act is done once for its key', async () => {
  const planned = await halt('ann', { step: 'plan' });
  assert.deepEqual(planned.data, {
    state: 'planned',
    act: null,
    effect: [{ what: 'State', before: 'trading', after: 'halted: orders can be cancelled' }],
  });
  assert.equal(market().status, MARKET_STATUS.trading);
  assert.deepEqual(await newestOfLog(1), []);
  assert.equal((await halt('ann', { step: 'do', key: 'halt-it-1' })).field, 'reason');
  assert.equal((await halt('ann', { step: 'do', reason })).field, 'key');
  assert.equal((await halt('ann', { step: 'do', reason: 'no', key: 'halt-it-1' })).field, 'reason');

  const done = await halt('ann', { step: 'do', reason, key: 'halt-it-1' });
  assert.equal(done.data.state, 'done');
  assert.equal(market().status, MARKET_STATUS.halted);
  assert.deepEqual(await newestOfLog(9), [['acts-ann', 'markets/halt-pair', `pair ${PAIR}`]]);

  await ask('ben', 'markets/resumePair', { pair: PAIR, step: 'do', reason, key: 'resume-it-1' });
  assert.equal(market().status, MARKET_STATUS.trading);
  const again = await halt('ann', { step: 'do', reason, key: 'halt-it-1' });
  assert.deepEqual([again.data.state, again.data.act], ['done', done.data.act], 'not a second time');
  assert.equal(market().status, MARKET_STATUS.trading);
  const resume = { pair: PAIR, step: 'do', reason, key: 'resume-it-1' };
  const lost = await ask<ActAnswer>('ben', 'markets/resumePair', resume);
  assert.equal(lost.data.state, 'done', 'after a lost answer too, though nothing would change now');
  const other = await halt('ann', { step: 'do', reason, key: 'halt-it-1', cancelOnly: false });
  assert.equal(other.error, 'request/key-reused');
  const idle = await ask('ann', 'markets/resumePair', { pair: PAIR, step: 'plan' });
  assert.equal(idle.error, 'operators/nothing-changes');
});

test('operators I5 an act of two people needs a second one, who is another and may act', async () => {
  const asked = await delist('ann', 'delist-it-1');
  assert.equal(asked.data.state, 'asked');
  assert.equal(market().closesMs, 0, 'nothing is done yet');
  const { act } = asked.data;
  for (const [by, error] of [
    ['ann', 'operators/same-person'],
    ['dan', 'operators/not-allowed'],
    ['cat', 'request/not-found'],
    ['eve', 'request/not-found'],
  ] as const)
    for (const what of ['agreeTo', 'refuse'] as const)
      assert.equal((await decide(by, what, act)).error, error, `${by} ${what}`);
  assert.equal((await decide('ben', 'withdraw', act)).error, 'request/not-found');

  const { data: row } = await ask<ActRow & { canAgree: boolean; effect: unknown[] }>(
    'ben',
    'operators/getAct',
    { act },
  );
  assert.deepEqual(
    [row.state, row.operator, row.canAgree, row.effect.length],
    ['asked', 'acts-ann', true, 2],
  );
  const [one, two] = await Promise.all([decide('ben', 'agreeTo', act), decide('ben', 'agreeTo', act)]);
  assert.deepEqual(new Set([one.error, two.error]), new Set(['operators/act-decided', undefined]));
  assert.equal(market().closesMs, inAYear);
  assert.equal((await decide('ben', 'refuse', act)).error, 'operators/act-decided');
  assert.deepEqual(await newestOfLog(2), [
    ['acts-ben', 'markets/delist-pair agreed', `pair ${PAIR}`],
    ['acts-ann', 'markets/delist-pair asked', `pair ${PAIR}`],
  ]);
});

test('operators I5 an act that is refused, taken back or has lapsed is not done', async () => {
  const later = inAYear + 1_000;
  const refused = await delist('ann', 'delist-it-2', later);
  assert.equal((await decide('ben', 'refuse', refused.data.act)).code, 1);
  const withdrawn = await delist('ann', 'delist-it-3', later);
  assert.equal((await decide('ann', 'withdraw', withdrawn.data.act)).code, 1);
  const lapsed = await delist('ann', 'delist-it-4', later);
  const { acts } = server.server.features.open.operators.own;
  const { database } = server.server;
  await database.kysely
    .updateTable('operator_acts')
    .set({ asked_ms: Date.now() - ACT_LIFE_MS })
    .where('act', '=', lapsed.data.act!)
    .execute();
  await acts.keepUp();
  for (const { data } of [refused, withdrawn, lapsed])
    assert.equal((await decide('ben', 'agreeTo', data.act)).error, 'operators/act-decided');
  assert.equal(market().closesMs, inAYear);

  const { accounts } = server.server.features.open.operators.own;
  const left = await delist('fay', 'delist-it-5', later);
  await accounts.setDisabled('acts-fay', true);
  assert.equal(
    (await decide('ben', 'agreeTo', left.data.act)).error,
    'operators/act-decided',
    'who asked is gone',
  );

  // A product needs the price of this pair: it is refused only when it is done.
  const asked = { pair: 'ETH/USDT', on: later, step: 'do', reason, key: 'delist-it-6' };
  const needed = await ask<ActAnswer>('ann', 'markets/delistPair', asked);
  assert.equal((await decide('ben', 'agreeTo', needed.data.act)).error, 'market/needed');
  const { data: failed } = await ask<ActRow>('ben', 'operators/getAct', { act: needed.data.act });
  assert.equal(failed.state, 'failed');
  assert.match(failed.failure ?? '', /still needs the price/);

  const { data: all } = await ask<{ list: ActRow[]; totalRow: number }>('dan', 'operators/getActs', {});
  const states = new Map(all.list.map(({ act, state }) => [act, state]));
  assert.deepEqual(
    [refused, withdrawn, lapsed].map(({ data }) => states.get(data.act!)),
    ['refused', 'withdrawn', 'lapsed'],
  );
  const { data: hers } = await ask<{ totalRow: number }>('eve', 'operators/getActs', {});
  assert.equal(hers.totalRow, 0, 'her role knows nothing of pairs');
});

test('operators I4 the machine has the same door, and spelling makes no second person', async () => {
  const { acts } = server.server.features.open.operators.own;
  const at = (operator: string) => ({ operator, role: null, language: 'en' as const });
  const name = 'OS user root, claimed name Ann Lee';
  const on = inAYear + 2_000;
  const asked = { pair: PAIR, on, step: 'do' as const, reason, key: 'machine-1' };
  const answer = (await acts.perform('markets/delist-pair', asked, at(name))) as ActAnswer;
  assert.equal(answer.state, 'asked');
  const { effectMark } = await acts.shownTo((await acts.find(answer.act!, at('')))!, at(''));
  for (const same of [name, 'OS user root, claimed name ann  lee', 'OS user root, claimed name ＡＮＮ Lee'])
    assert.deepEqual(await acts.agree(answer.act!, { reason, effectMark }, at(same)), {
      error: 'operators/same-person',
    });
  const done = await acts.agree(answer.act!, { reason, effectMark }, at('OS user root, claimed name Ben'));
  assert.equal((done as ActAnswer).state, 'done');
  assert.equal(market().closesMs, on);
});

test('operators I2 the entry of an act names its reason and what it did', async () => {
  const admin = await makeOperator(server, 'acts-admin', 'admin');
  const { data } = await server.post<{ list: AuditRow[] }>(
    '/operator/app/operators/getAudit',
    { pageSize: 50 },
    admin,
  );
  const entry = data.list.find(({ act }) => act === 'markets/halt-pair');
  assert.equal(entry?.detail, `${reason}; State trading -> halted: orders can be cancelled`);
});
