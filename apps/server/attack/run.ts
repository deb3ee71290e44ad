/**
 * npx glasshouse attack [NAME...] [--short] [--server DIR]: attacks a fresh server from outside,
 * over loopback, and prints each measurement beside version 0.1.0 and the bar. Exits with 1 if a
 * bar was missed. --short is what CI runs; --server attacks another checkout.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { noteDuration, noteFailure } from '../../../tools/test-report.ts';
import type { Attack, Measured } from './attack.ts';
import { contractAfterKill, foresight, guesses } from './existing-tests.ts';
import { fullDisk } from './full-disk.ts';
import { logFlood } from './log-flood.ts';
import { passwordChange } from './password-change.ts';
import { heavyPhotos, largePhotos } from './photo-floods.ts';
import { probes } from './probes.ts';
import { shownThenKilled } from './shown-then-killed.ts';
import { googleGuesses, spentCodes } from './spent-limits.ts';
import { stopsAtOnce } from './stops-at-once.ts';
import { subscribeFlood } from './subscribe-flood.ts';
import { heldConnections, streamPlaces } from './taken-places.ts';
import { Target } from './target.ts';
import { loudNeighbour, manyConnections, pipelinedTicks, unreadTicks } from './tick-reading-floods.ts';
import { toldApart } from './told-apart.ts';

const ATTACKS: readonly Attack[] = [
  subscribeFlood,
  pipelinedTicks,
  contractAfterKill,
  foresight,
  guesses,
  unreadTicks,
  stopsAtOnce,
  loudNeighbour,
  manyConnections,
  heldConnections,
  streamPlaces,
  logFlood,
  fullDisk,
  heavyPhotos,
  largePhotos,
  shownThenKilled,
  passwordChange,
  toldApart,
  spentCodes,
  googleGuesses,
  probes,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, server: { type: 'string' } },
});
const checkout = path.resolve(values.server ?? path.join(import.meta.dirname, '../../..'));
const unknown = positionals.filter((name) => !ATTACKS.some((attack) => attack.name === name));
if (unknown.length > 0) {
  console.error(`No attack ${unknown.join(', ')}: ${ATTACKS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const chosen = ATTACKS.filter(({ name, isInShort }) =>
  positionals.length > 0 ? positionals.includes(name) : !values.short || isInShort,
);
/**
 * Created once: a first start writes the history of the market, and takes longer than later ones.
 */
const model = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-attack-model-'));
process.once('exit', () => fs.rmSync(model, { recursive: true, force: true }));
let isModelMade = false;

async function startTarget(settings: Readonly<Record<string, string>>): Promise<Target> {
  if (!isModelMade) {
    const first = await Target.start(checkout, {});
    await first.end();
    fs.cpSync(first.dataDir, model, { recursive: true });
    await first.remove();
    isModelMade = true;
  }
  return Target.start(checkout, { model, settings });
}

/** The short form reuses servers for later attacks, by their settings. */
const kept = new Map<string, Target>();

async function takeTarget(settings: Readonly<Record<string, string>>): Promise<Target> {
  const kind = JSON.stringify(settings);
  const known = kept.get(kind);
  if (known !== undefined && known.isAlive) return known;
  await known?.remove();
  const target = await startTarget(settings);
  kept.set(kind, target);
  return target;
}

async function removeKept(): Promise<void> {
  for (const target of kept.values()) await target.remove();
  kept.clear();
}

async function measure(attack: Attack): Promise<Measured> {
  try {
    const start = (settings = {}): Promise<Target> => takeTarget(settings);
    return await attack.run({ checkout, isShort: values.short, start });
  } catch (error) {
    const state = [...kept.values()].every(({ isAlive }) => isAlive) ? '' : 'the server ENDED; ';
    return { figure: `${state}${error instanceof Error ? error.message : String(error)}`, isMet: false };
  } finally {
    if (!values.short) await removeKept();
  }
}

interface Row {
  readonly attack: string;
  readonly before: string;
  readonly now: string;
  readonly bar: string;
  readonly verdict: 'holds' | 'MISSED' | 'skipped';
}

const rows: Row[] = [];
for (const attack of chosen) {
  const startMs = performance.now();
  const { figure, isMet, isSkipped = false } = await measure(attack);
  const verdict = isSkipped ? 'skipped' : isMet ? 'holds' : 'MISSED';
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`${verdict.padEnd(7)} ${attack.name} (${seconds.toFixed(0)} s): ${figure}`);
  noteDuration({ name: `attack ${attack.name}`, seconds });
  if (verdict === 'MISSED') noteFailure(`attack ${attack.name}`, `${figure}\nbar: ${attack.requirement}`);
  rows.push({
    attack: attack.name,
    before: attack.inVersion010,
    now: figure,
    bar: attack.requirement,
    verdict,
  });
}
await removeKept();
console.table(rows);
const count = (verdict: Row['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
console.log(`${count('holds')} bars held, ${count('MISSED')} missed, ${count('skipped')} skipped.`);
process.exit(count('MISSED') === 0 ? 0 : 1);
