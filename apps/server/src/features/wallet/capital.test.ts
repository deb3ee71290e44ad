/** The house's own money, moved by an operator on a running server. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { connectToServer, type RunningServer } from '../../operating/socket.ts';
import type { ServerCommands } from '../../composition/operating-commands.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import type { capitalCommands, CapitalMove } from './capital.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-capital-'));
let server: TestServer;
let operating: RunningServer<ReturnType<typeof capitalCommands> & Pick<ServerCommands, 'pipeline/audit'>>;
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
  const move = (more: Partial<CapitalMove>) =>
    operating.ask('capital/move', {
      from: reserve,
      to: 'treasury',
      coin: 'USDT',
      amount: '12.5',
      operator: 'ada',
      ...more,
    });
  assert.deepEqual(await move({}), { problem: null });
  assert.equal(Number(await availableOf(reserve)), Number(before) - 12.5);
  assert.equal(Number((await availableOf('treasury')) ?? 0), Number(treasury ?? 0) + 12.5);
  const noted = await server.server.features.open.operators.own.audit.actsOf('machine/treasury-move', 9);
  assert.deepEqual(
    noted.map(({ operator, subject, detail }) => [operator, subject, detail]),
    [['ada', '12.5 USDT', 'from seconds-contract to treasury']],
  );
  for (const [wrong, problem] of [
    [{ from: 'external' }, /external is none of treasury, fees, seconds-contract/],
    [{ coin: 'XYZ' }, /no coin XYZ/],
    [{ amount: '1.2345678' }, /no amount/],
    [{ amount: '-1' }, /no amount/],
    [{ amount: '0' }, /wallet\/amount-missing/],
    [{ to: reserve }, /wallet\/account-unknown/],
    [{ amount: '9000000000' }, /wallet\/insufficient-balance/],
  ] as const)
    assert.match((await move(wrong)).problem ?? 'done', problem, JSON.stringify(wrong));
  assert.deepEqual(await move({ from: 'treasury', to: reserve }), { problem: null });
  assert.equal(await availableOf(reserve), before);

  // The market maker trades with coins of the treasury, and gives back what its quotes do not hold.
  assert.deepEqual(await move({}), { problem: null });
  const maker = Number(await availableOf('maker'));
  assert.deepEqual(await move({ from: 'treasury', to: 'maker' }), { problem: null });
  assert.equal(Number(await availableOf('maker')), maker + 12.5);
  assert.match((await move({ to: 'maker' })).problem ?? '', /of the treasury alone/);
  assert.match(
    (await move({ from: 'maker', to: 'treasury', amount: '900000000' })).problem ?? '',
    /wallet\/insufficient-balance/,
  );
  assert.deepEqual(await move({ from: 'maker', to: 'treasury' }), { problem: null });
  assert.deepEqual(await move({ from: 'treasury', to: reserve }), { problem: null });
  assert.deepEqual([Number(await availableOf('maker')), await availableOf(reserve)], [maker, before]);
  const findings = await operating.ask('pipeline/audit', null);
  assert.deepEqual(
    findings.filter(({ ok }) => !ok),
    [],
  );
});
