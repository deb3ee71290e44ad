/**
 * A server on real nodes as a process of its own, for tests that kill it: production mode on the
 * embedded database, with a market that stands still. Its settings are JSON in CHAIN_SERVER. It
 * writes `ready`, then answers each line of JSON, a command of the core, with a line of JSON.
 */
import readline from 'node:readline';
import type { Command } from '@glasshouse/core';
import { startTestServer, type HarnessOptions } from '../src/testing/harness.ts';

const given = JSON.parse(process.env.CHAIN_SERVER ?? '{}') as Pick<HarnessOptions, 'config' | 'dataDir'>;
const { server } = await startTestServer({ ...given, env: { LOG_LEVEL: 'silent' } });
process.stdout.write('ready\n');
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [act, input] = JSON.parse(line) as [string, unknown];
  process.stdout.write(`${JSON.stringify((await answer(act, input)) ?? null)}\n`);
}
// The input has ended, so the process that started this one is gone.
process.exit(0);

async function answer(act: string, input: unknown): Promise<unknown> {
  const { running, chains, database } = server;
  if (act === 'submit') return running.pipeline.submit(input as Command, { owner: 1 });
  if (act === 'address') return chains.addressOf(...(input as [owner: number, chain: string]));
  if (act === 'follow') return chains.catchUp();
  if (act === 'book') return chains.bookOfHouse('coins', 'ERC20', input as string);
  if (act !== 'statuses') throw new Error(`there is no act ${act}`);
  const rows = await database.query<{ withdrawal_id: number; status: number }>(
    'select withdrawal_id, status from funding_withdrawals order by withdrawal_id',
  );
  return rows.rows.map(({ status }) => status);
}
