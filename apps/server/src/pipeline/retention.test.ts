/**
 * Snapshots, retention and the commands of operators on both real databases. Goal: what is dropped
 * is summed up, and what is kept says what happened. Method: an exchange with some of everything
 * that takes snapshots, and the commands beside it and at rest.
 */
import assert from 'node:assert/strict';
import { openPlace, testOnBoth } from '../../test/engines.ts';
import { start, stopAll, trade, runCommand, runBeside } from '../../test/installation.ts';
import { createProjections, limitOrder, makeWorld, position, PRICE, transfer } from '../../test/world.ts';
import { forgetBefore } from './retention.ts';

testOnBoth(
  'R10.3 R14.3 a demo sums up old data of the platform, and the sums still hold',
  async (place, context) => {
    const one = await start(place, context, { mode: 'demo' });
    await trade(one, 6);
    const { seq } = await one.snapshots.take();
    await forgetBefore(one.database, seq, createProjections());
    await forgetBefore(one.database, seq, createProjections());
    const { rows } = await one.database.query<{ journal: number; users: number; platform: number }>(
      `select (select count(*) from journal) as journal, (select count(*) from postings where owner >= 1000) as users,
     (select count(*) from postings where owner < 1000 and reason <> 'brought-forward') as platform`,
    );
    assert.equal(rows[0]?.journal, 0);
    assert.equal(rows[0]?.platform, 0);
    assert.ok((rows[0]?.users ?? 0) > 20);
    await trade(one, 3);
    const hash = await stopAll(one);
    const two = await start(place, context);
    assert.equal(two.exchange.hash(), hash);
    await stopAll(two);
    const audit = runCommand('audit', place);
    assert.equal(audit.status, 0, audit.output);
    const replay = runCommand('replay', place);
    assert.equal(replay.status, 0, replay.output);
    assert.match(replay.output, /was dropped/);
  },
  { byDefault: 'embedded' },
);

testOnBoth(
  'R14.3 a demo stopped after some snapshots passes its audit, even before it has dropped their journal',
  async (place, context) => {
    const one = await start(place, context, { mode: 'demo', snapshotEveryCommands: 20 });
    await trade(one, 20);
    for (let saved = 0; saved < 4; saved = one.notes.length) await trade(one, 3);
    await stopAll(one);
    const audit = runCommand('audit', place);
    assert.equal(audit.status, 0, audit.output);
    assert.match(audit.output, /where a demo dropped what was before/);
    const database = await openPlace(place, context);
    await database.exec('delete from snapshots where seq = (select min(seq) from snapshots)');
    await database.close();
    const again = runCommand('audit', place);
    assert.equal(again.status, 0, again.output);
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R12.6 snapshots are taken while commands go on, and only the last three are kept',
  async (place, context) => {
    const one = await start(place, context, { snapshotEveryCommands: 20 });
    await trade(one, 20);
    for (let saved = 0; saved < 5; saved = one.notes.length) await trade(one, 3);
    await one.snapshots.stop();
    const { rows } = await one.database.query<{ n: number }>('select count(*) as n from snapshots');
    assert.equal(rows[0]?.n, 3);
    assert.match(one.notes.join(), /beside the writer/);
    // The operator's commands beside the running server, over its socket or in their own view.
    const audit = await runBeside('audit', place);
    assert.equal(audit.status, 0, audit.output);
    assert.match(
      audit.output,
      place.kind === 'embedded' ? /the running server/ : /recovered from the database/,
    );
    for (const name of ['replay', 'snapshot'] as const) {
      const { status, output } = await runBeside(name, place);
      assert.equal(status, 0, output);
    }
  },
  { byDefault: 'embedded' },
);

testOnBoth(
  'R14.3 state shows an account after any command, at rest and beside a server',
  async (place, context) => {
    const one = await start(place, context);
    await makeWorld(one.pipeline);
    const before = one.exchange.seq;
    await Promise.all([
      one.pipeline.submit(limitOrder(1000, 0, PRICE - 7), { owner: 1000 }),
      one.pipeline.submit(transfer(1000, 1e6), { owner: 1000 }),
      one.pipeline.submit(position(1000), { owner: 1000 }),
    ]);
    await one.snapshots.take();
    const show = async (at: number) => {
      const shown = await runBeside('state', place, ['--user', '1000', '--at', String(at)]);
      assert.equal(shown.status, 0, shown.output);
      return shown.output;
    };
    const fresh = await show(before);
    assert.match(fresh, /exchange USDT: 10000000\.000000 available, 0\.000000 frozen/);
    assert.match(fresh, /3 balances, 0 open orders, 0 open positions, 0 open/);
    // Within a batch: the order exists, the transfer does not yet.
    const ordered = await show(before + 1);
    assert.match(ordered, /order .* buy BTC\/USDT at 59999\.93: 0\.00000 of 0\.00100 filled/);
    assert.match(ordered, /contract USDT: 10000000\.000000 available/);
    assert.match(await show(before + 2), /contract USDT: 10000001\.000000 available/);
    assert.match(await show(before + 3), /position .* up BTC\/USDT, 1 s: 10\.000000 USDT/);
    await stopAll(one);
    assert.match(await show(before + 3), /3 balances, 1 open orders, 1 open positions, 0 open/);
    const beyond = runCommand('state', place, ['--user', '1000', '--at', '999999']);
    assert.equal(beyond.status, 2);
    assert.match(beyond.output, /the journal ends at/);
    assert.equal(runCommand('state', place, ['--at', '1']).status, 2);
    const snapshot = runCommand('snapshot', place);
    assert.equal(snapshot.status, 0, snapshot.output);
  },
  { byDefault: 'postgres' },
);

testOnBoth(
  'R12.6 a writer whose memory differs from its journal ends, and no snapshot of it is saved',
  async (place, context) => {
    const fatals: Error[] = [];
    const one = await start(place, context, { onFatal: (error) => fatals.push(error) });
    await trade(one, 1);
    // As a failing memory chip would.
    one.exchange.ledger.post(one.exchange.ledger.account(1000, 2, 0), -1e12, 0, 0, 0);
    const refused = await one.pipeline.submit(transfer(1000, 9_999_000e6), { owner: 1000 });
    assert.equal(refused.error, 'wallet/insufficient-balance');
    await assert.rejects(one.snapshots.take(), (error: Error) =>
      /answers differently/.test(String(error.cause)),
    );
    assert.deepEqual(
      fatals.map(({ message }) => message),
      ['the projector ended'],
    );
    const { rows } = await one.database.query<{ n: number }>('select count(*) as n from snapshots');
    assert.equal(rows[0]?.n, 0);
  },
);
