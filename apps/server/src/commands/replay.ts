/**
 * npm run replay: rebuilds the state from the journal alone, or from the oldest snapshot where the journal before it was dropped, and compares
 * it with every stored snapshot on the way and with the state a server would recover. Exit code 0: the same; 1: not; 2: it could not look.
 */
import type { Session } from '../db/database.ts';
import { exchangeFactory } from '../pipeline/exchange-factory.ts';
import { recover, RecoveryError } from '../pipeline/recovery.ts';
import { EXIT, frozenView, openInstallation, readInstallation, runCommand } from './installation.ts';

const PROGRESS_EVERY_MS = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const database = await openInstallation(readInstallation(process.env));
  try {
    return await frozenView(database, replay);
  } finally {
    await database.close();
  }
});

async function replay(session: Session): Promise<number> {
  const { rows } = await session.query<{ first: number | null; last: number | null }>(
    'select min(first_seq) as first, max(last_seq) as last from journal',
  );
  const { first, last } = rows[0] ?? { first: null, last: null };
  const isWhole = first === null || first === 1;
  if (!isWhole)
    say(`The journal before command ${first} was dropped (demo mode): replaying from the oldest snapshot.`);
  try {
    const differences = await compare(session, { from: isWhole ? 'none' : 'oldest', lastSeq: last ?? 0 });
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
  const { rows } = await session.query<{ seq: number; state_hash: string }>(
    'select seq, state_hash from snapshots order by seq',
  );
  const snapshots = new Map(rows.map((row) => [row.seq, row.state_hash]));
  let differences = 0;
  let shownMs = performance.now();
  const check = (seq: number, hash: string): void => {
    const expected = snapshots.get(seq);
    if (expected === undefined) return;
    if (expected !== hash) differences++;
    say(
      `snapshot ${seq}: ${expected === hash ? 'the same state' : `DIFFERENT: ${hash}, stored as ${expected}`}`,
    );
  };
  const startMs = performance.now();
  const replayed = await recover(session, {
    factory: exchangeFactory,
    from: options.from,
    onNote: (note) => {
      differences++;
      say(note);
    },
    onBatch: (exchange, { seq }) => {
      if (snapshots.has(seq)) check(seq, exchange.hash());
      if (performance.now() - shownMs < PROGRESS_EVERY_MS) return;
      shownMs = performance.now();
      say(`command ${seq} of ${options.lastSeq}`);
    },
  });
  const elapsedMs = Math.round(performance.now() - startMs);
  say(`${replayed.replayedCommands} commands replayed up to ${replayed.position.seq} in ${elapsedMs} ms`);
  const recovered = await recover(session, { factory: exchangeFactory });
  const [hash, expected] = [replayed.exchange.hash(), recovered.exchange.hash()];
  if (hash !== expected) differences++;
  say(`state: ${hash}${hash === expected ? '' : `, but a server would recover ${expected}`}`);
  return differences;
}
