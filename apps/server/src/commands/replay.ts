/**
 * `npx glasshouse replay`: replays the journal, and compares the state with every stored snapshot
 * on the way and with the one that a server would recover.
 */
import type { Session } from '../db/database.ts';
import { exchangeFactory } from '../pipeline/exchange-factory.ts';
import { recover, RecoveryError } from '../pipeline/recovery.ts';
import { lastSeqOf, progressTo, withSession } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

await runCommand(() => withSession(replay));

async function replay(session: Session): Promise<number> {
  const lastSeq = await lastSeqOf(session);
  const { rows } = await session.query<{ first: number | null }>(
    'select min(first_seq) as first from journal',
  );
  const first = rows[0]?.first ?? (lastSeq === 0 ? 1 : lastSeq + 1);
  const isWhole = first === 1;
  if (!isWhole)
    say(`The journal before command ${first} was dropped (demo mode): replaying from the oldest snapshot.`);
  try {
    const differences = await compare(session, { from: isWhole ? 'none' : 'oldest', lastSeq });
    say(differences === 0 ? 'The replay leads to the same state.' : `${differences} states differ.`);
    return differences === 0 ? EXIT.ok : EXIT.breach;
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error;
    say(error.message);
    return EXIT.breach;
  }
}

async function compare(
  session: Session,
  options: { readonly from: 'none' | 'oldest'; readonly lastSeq: number },
): Promise<number> {
  const { from, lastSeq } = options;
  const { rows } = await session.query<{ seq: number; state_hash: string }>(
    'select seq, state_hash from snapshots where seq <= $1 order by seq',
    [lastSeq],
  );
  const snapshots = new Map(rows.map((row) => [row.seq, row.state_hash]));
  let differences = 0;
  const showProgress = progressTo(lastSeq);
  const check = (seq: number, hash: string, expected: string): void => {
    if (expected !== hash) differences++;
    say(
      `snapshot ${seq}: ${expected === hash ? 'the same state' : `DIFFERENT: ${hash}, stored as ${expected}`}`,
    );
  };
  const startMs = performance.now();
  const replayed = await recover(session, {
    factory: exchangeFactory,
    from,
    upTo: lastSeq,
    onNote: (note) => {
      differences++;
      say(note);
    },
    onBatch: (exchange, position) => {
      const expected = snapshots.get(position.seq);
      if (expected !== undefined) check(position.seq, exchange.hash(), expected);
      showProgress(exchange, position);
    },
  });
  const elapsedMs = Math.round(performance.now() - startMs);
  say(`${replayed.replayedCommands} commands replayed up to ${replayed.position.seq} in ${elapsedMs} ms`);
  const recovered = await recover(session, { factory: exchangeFactory, upTo: lastSeq });
  const [hash, expected] = [replayed.exchange.hash(), recovered.exchange.hash()];
  if (hash !== expected) differences++;
  say(`state: ${hash}${hash === expected ? '' : `, but a server would recover ${expected}`}`);
  return differences;
}
