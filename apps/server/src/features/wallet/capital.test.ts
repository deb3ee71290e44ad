/** The house's own money, moved by an operator on a running server. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import type { ServerCommands } from '../../composition/operating-commands.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { doActByTwo } from '../../testing/machine-act.ts';
import type { machineActCommands } from '../operators/machine-acts.ts';
import type { capitalCommands } from './capital.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-capital-'));
let server: TestServer;
let operating: RunningServer<
  ReturnType<typeof capitalCommands> &
    ReturnType<typeof machineActCommands> &
    Pick<ServerCommands, 'pipeline/audit'>
>;
before(async () => {
  server = await startTestServer({ dataDir });
  operating = (await connectToServer(dataDir))!;
});
after(async () => {
  operating.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function availableOf(account: string): Promise<string | undefined> {
  const rows = await operating.ask('capital/list', null);
  return rows.find((row) => row.account === account && row.coin === 'USDT')?.available;
}

test('D0036 R16.4 an operator moves capital from a reserve to the treasury and back, and the books agree', async () => {
  const reserve = 'seconds-contract';
  const [before, treasury] = [await availableOf(reserve), await availableOf('treasury')];
  const move = (more: Readonly<Record<string, string>>) =>
    doActByTwo(operating, {
      call: 'treasury/move-capital',
      by: 'ada',
      from: reserve,
      to: 'treasury',
      currency: 'USDT',
      amount: '12.5',
      ...more,
    });
  assert.match((await move({})).text, /treasury, USDT/);
  assert.equal(Number(await availableOf(reserve)), Number(before) - 12.5);
  assert.equal(Number((await availableOf('treasury')) ?? 0), Number(treasury ?? 0) + 12.5);
  const noted = await server.server.features.open.operators.own.audit.actsOf('treasury/', 9);
  assert.deepEqual(
    new Set(noted.map(({ subject }) => subject)),
    new Set(['12.5 USDT from seconds-contract to treasury']),
  );
  assert.ok(noted.some(({ operator }) => operator === 'ada') && noted.length > 1);
  for (const [wrong, problem] of [
    [{ from: 'external' }, /from: not an account of the house/],
    [{ from: 'constructor' }, /from: not an account of the house/],
    [{ currency: 'XYZ' }, /not a coin/],
    [{ amount: '1.2345678' }, /at most 6 decimals/],
    [{ amount: '-1' }, /not a plain number/],
    [{ amount: '0' }, /amount/i],
    [{ to: reserve }, /the same account/],
    [{ amount: '9000000000' }, /balance/i],
  ] as const) {
    const { ok, text } = await move(wrong);
    assert.ok(!ok, JSON.stringify(wrong));
    assert.match(text, problem, JSON.stringify(wrong));
  }
  assert.ok((await move({ from: 'treasury', to: reserve })).ok);
  assert.equal(await availableOf(reserve), before);

  // The market maker trades with coins of the treasury, and gives back what its quotes do not hold.
  assert.ok((await move({})).ok);
  const maker = Number(await availableOf('maker'));
  assert.ok((await move({ from: 'treasury', to: 'maker' })).ok);
  assert.equal(Number(await availableOf('maker')), maker + 12.5);
  assert.match((await move({ to: 'maker' })).text, /of the treasury alone/);
  assert.match((await move({ from: 'maker', to: 'treasury', amount: '900000000' })).text, /balance/i);
  assert.ok((await move({ from: 'maker', to: 'treasury' })).ok);
  assert.ok((await move({ from: 'treasury', to: reserve })).ok);
  assert.deepEqual([Number(await availableOf('maker')), await availableOf(reserve)], [maker, before]);
  const findings = await operating.ask('pipeline/audit', null);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});
