/**
 * Goal: every owner whom one command changed is told, however many they are, and whatever becomes
 * of the message of another one. Method: a source of rows like those of a distribution, on a real
 * database.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inBothLanguages } from '@glasshouse/texts';
import { createLog } from '../../process/log.ts';
import type { OwnerMessage } from '../../contract/owners.ts';
import type { Notification, Notifications } from '../../contract/product.ts';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { Notifier, MESSAGES_OF_A_DAY_MAX, ROWS_MAX, type NotifierOptions } from './notifier.ts';

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

/** Tells these rows, as a product's table would hold them. */
function notifierOf(
  feature: string,
  rows: readonly Notification[],
  { tell, lastSeq }: Pick<NotifierOptions, 'tell' | 'lastSeq'>,
): Notifier {
  const source: Notifications = {
    read: async (_parts, { afterSeq, untilSeq, limit }) =>
      rows.filter(({ seq }) => seq > afterSeq && seq <= untilSeq).slice(0, limit),
  };
  return new Notifier({
    database: server.server.database,
    parts: {} as never,
    sources: new Map([[feature, source]]),
    tell,
    lastSeq,
    log: createLog('warn', { write: () => undefined }),
  });
}

test('R2.30 all owners of one command are told, also where it changes more rows than one look reads', async () => {
  const commands = [3, ROWS_MAX * 2 + 200, 5, ROWS_MAX, 1];
  const rows: Notification[] = commands.flatMap((count, at) =>
    Array.from({ length: count }, (_, i) => ({
      seq: at + 1,
      owner: 10_000 * (at + 1) + i,
      message: message(`test:${at}:${i}`),
    })),
  );
  const told = new Map<number, number>();
  let lastSeq = 0;
  const rowNotifier = notifierOf('test-source', rows, {
    tell: async (tellings) => {
      for (const { userId } of tellings) told.set(userId, (told.get(userId) ?? 0) + 1);
      return tellings.map(() => true);
    },
    lastSeq: () => lastSeq,
  });
  await rowNotifier.start();
  lastSeq = commands.length;
  await rowNotifier.look();
  await rowNotifier.stop();
  assert.equal(told.size, rows.length);
  assert.ok([...told.values()].every((times) => times === 1));
});

test('R2.30 a message that fails holds up no other, uses up nothing, and is told once it can be, also after a restart', async () => {
  const [ann, bob] = [1, 2];
  const rows: Notification[] = [ann, bob, ann].map((owner, i) => ({
    seq: i + 1,
    owner,
    message: message(`fails:${i}`),
  }));
  const told = new Set<string>();
  let fails = true;
  let lastSeq = 0;
  const open = () =>
    notifierOf('failing-source', rows, {
      tell: async (tellings) => {
        const causes = tellings.map(({ message: { cause } }) => cause);
        if (fails && causes.includes('fails:1')) throw new Error('cannot be told');
        const areNew = causes.map((cause) => !told.has(cause));
        for (const cause of causes) told.add(cause);
        return areNew;
      },
      lastSeq: () => lastSeq,
    });
  const first = open();
  await first.start();
  lastSeq = rows.length;
  for (let i = 0; i < MESSAGES_OF_A_DAY_MAX + 5; i++) await first.look();
  assert.deepEqual([...told], ['fails:0', 'fails:2']);
  await first.stop();
  const second = open();
  await second.start();
  await second.look();
  fails = false;
  await second.look();
  await second.stop();
  assert.deepEqual([...told], ['fails:0', 'fails:2', 'fails:1']);
  const third = open();
  await third.start();
  told.clear();
  await third.look();
  await third.stop();
  assert.deepEqual([...told], [], 'nothing is left to tell');
});
