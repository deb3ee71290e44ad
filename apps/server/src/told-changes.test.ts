/**
 * Goal: every owner whom one command changed is told, however many they are. Method: a source of
 * rows like those of a distribution, on a real database.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inBothLanguages } from '@glasshouse/texts';
import { createLog } from './log.ts';
import type { OwnerMessage, ToldChange, ToldChanges } from './product.ts';
import { startTestServer, type TestServer } from './testing/harness.ts';
import { ChangeTeller, ROWS_MAX } from './told-changes.ts';

let server: TestServer;
before(async () => (server = await startTestServer()));
after(() => server.close());

const message = (cause: string): OwnerMessage => ({
  type: 'order',
  cause,
  title: inBothLanguages(() => 'Paid'),
  paragraphs: [],
  facts: [],
  link: { label: inBothLanguages(() => 'View'), path: '/account/trade' },
  canFreeze: false,
});

test('R2.30 all owners of one command are told, also where it changes more rows than one look reads', async () => {
  const commands = [3, ROWS_MAX * 2 + 200, 5, ROWS_MAX, 1];
  const rows: ToldChange[] = commands.flatMap((count, at) =>
    Array.from({ length: count }, (_, i) => ({
      seq: at + 1,
      owner: 10_000 * (at + 1) + i,
      message: message(`test:${at}:${i}`),
    })),
  );
  const source: ToldChanges = {
    read: async (_parts, { afterSeq, untilSeq, limit }) =>
      rows.filter(({ seq }) => seq > afterSeq && seq <= untilSeq).slice(0, limit),
  };
  const told = new Map<number, number>();
  let lastSeq = 0;
  const teller = new ChangeTeller({
    database: server.server.database,
    parts: {} as never,
    sources: new Map([['test-source', source]]),
    tell: async (owner) => void told.set(owner, (told.get(owner) ?? 0) + 1),
    lastSeq: () => lastSeq,
    log: createLog('warn'),
  });
  await teller.start();
  lastSeq = commands.length;
  await teller.look();
  await teller.stop();
  assert.equal(told.size, rows.length);
  assert.ok([...told.values()].every((times) => times === 1));
});
