/** `npx glasshouse state`: prints an account as it was after a command of the journal. */
import { parseArgs } from 'node:util';
import type { Exchange } from '@glasshouse/core';
import { Catalogue } from '../contract/catalogue.ts';
import type { Session } from '../db/database.ts';
import { PRODUCTS } from '../composition/products.ts';
import { exchangeFactory } from '../pipeline/exchange-factory.ts';
import { recover, RecoveryError } from '../pipeline/recovery.ts';
import { usageOf } from './help.ts';
import { lastSeqOf, progressTo, withSession } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('state');

await runCommand(async () => {
  const { values } = parseArgs({ options: { at: { type: 'string' }, user: { type: 'string' } } });
  const { at, user } = values;
  if (user === undefined || (at !== undefined && !/^\d{1,16}$/.test(at))) throw new Error(USAGE);
  return withSession((session) => show(session, user, at === undefined ? null : Number(at)));
});

async function show(session: Session, user: string, at: number | null): Promise<number> {
  const lastSeq = await lastSeqOf(session);
  const seq = at ?? lastSeq;
  if (seq < 1 || seq > lastSeq) throw new Error(`there is no command ${seq}: the journal ends at ${lastSeq}`);
  const owner = await findOwner(session, user);
  try {
    const { exchange } = await recover(session, {
      factory: exchangeFactory,
      upTo: seq,
      onNote: say,
      onBatch: progressTo(seq),
    });
    describe(exchange, owner);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error;
    say(error.message);
    return EXIT.breach;
  }
}

async function findOwner(session: Session, user: string): Promise<number> {
  if (/^\d{1,16}$/.test(user)) return Number(user);
  const { rows } = await session.query<{ user_id: number }>(
    'select user_id from users where lower(email) = lower($1)',
    [user],
  );
  if (rows[0] === undefined) throw new Error(`there is no user ${user}`);
  return rows[0].user_id;
}

function describe(exchange: Exchange, owner: number): void {
  const catalogue = new Catalogue(exchange);
  const time = new Date(exchange.timeMs).toISOString();
  say(`User ${owner} after command ${exchange.seq}, ${time}; state ${exchange.hash()}\n`);
  const counts = Object.values(PRODUCTS).map(({ openLines, openName }) => {
    const lines = openLines(catalogue, owner);
    for (const line of lines) say(line);
    return `${lines.length} ${openName}`;
  });
  say(`\n${counts.join(', ')}.`);
}
