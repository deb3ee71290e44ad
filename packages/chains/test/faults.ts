/**
 * npx glasshouse faults-chains [--kills 100] [--chain evm] [--scenario NAME] [--part 1/8]: lets the
 * payer die at every named step of payouts and sweeps, or at every eighth, so many times each, on a
 * real node, and compares the chain with what was ordered, stored, signed and reported. Prints a
 * table. With --first it ends at the first finding. With --bugs [NAME...] it plants bugs instead,
 * and must find each. Exit code 0: nothing was paid twice, stuck or wrong (or all bugs were found).
 */
import { parseArgs } from 'node:util';
import type { Kill } from './crashes.ts';
import { faultRigs, type FaultRig } from './fault-rigs.ts';
import { isSound, type Findings } from './payment-run.ts';
import { findBugs } from './planted-bugs.ts';

/** A node keeps every block. */
const RUNS_PER_NODE = 200;
const SHOWN_MAX = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '100' },
    chain: { type: 'string' },
    scenario: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    first: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
  },
});
if (values.bugs) process.exit(findBugs(positionals) ? 0 : 1);

interface Row {
  readonly step: string;
  runs: number;
  died: number;
  paidTwice: number;
  stuck: number;
  wrong: number;
}

/** Where a step can be reached: it is `count` times in an undisturbed run of the scenario. */
interface Place {
  readonly rig: FaultRig;
  readonly scenario: string;
  readonly count: number;
}

const kills = Number(values.kills);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const rigs = faultRigs().filter(({ chain }) => chain === (values.chain ?? chain));
const places = new Map<string, Place[]>();
const rows: Row[] = [];
// Its node must not outlive it.
process.once('SIGTERM', () => process.exit(1));
let runs = 0;
let shown = 0;

process.exitCode = (await runAll()) ? 0 : 1;
for (const rig of rigs) await rig.stop();

async function runAll(): Promise<boolean> {
  const undisturbed = rowOf('(no death)');
  for (const rig of rigs)
    for (const scenario of rig.scenarios) {
      if (scenario !== (values.scenario ?? scenario)) continue;
      const { seen } = await runOne({ rig, scenario, kill: null, row: undisturbed });
      for (const [step, count] of seen) {
        const name = `${rig.chain}: ${step}`;
        places.set(name, [...(places.get(name) ?? []), { rig, scenario, count }]);
      }
      if (isToEnd()) return print();
    }
  const steps = [...places].sort(([a], [b]) => a.localeCompare(b));
  for (const [step, found] of steps.filter((_, at) => at % parts === part - 1)) {
    const row = rowOf(step);
    // Every place at least once.
    for (let i = 0; i < Math.max(kills, found.length); i++) {
      const { rig, scenario, count } = found[i % found.length]!;
      const occurrence = 1 + (Math.floor(i / found.length) % count);
      const kill = { step: step.slice(`${rig.chain}: `.length), occurrence };
      await runOne({ rig, scenario, kill, row });
      if (isToEnd()) return print();
    }
    console.error(`${row.step}: ${row.runs} runs, ${row.paidTwice + row.stuck + row.wrong} findings`);
  }
  return print();
}

function rowOf(step: string): Row {
  const row = { step, runs: 0, died: 0, paidTwice: 0, stuck: 0, wrong: 0 };
  rows.push(row);
  return row;
}

async function runOne({
  rig,
  scenario,
  kill,
  row,
}: {
  readonly rig: FaultRig;
  readonly scenario: string;
  readonly kill: Kill | null;
  readonly row: Row;
}): Promise<Findings> {
  if (++runs % RUNS_PER_NODE === 0) await rig.stop();
  const found = await rig.run(scenario, kill === null ? [] : [kill]).catch(thrown);
  row.runs++;
  row.died += Math.min(found.deaths, 1);
  if (found.paidTwice.length > 0) row.paidTwice++;
  if (found.stuck.length > 0) row.stuck++;
  if (found.wrong.length > 0) row.wrong++;
  if (!isSound(found) && shown++ < SHOWN_MAX) {
    const { paidTwice, stuck, wrong } = found;
    const death = kill === null ? 'no death' : `death at '${kill.step}' ${kill.occurrence}`;
    console.log(`${scenario}, ${death}: ${[...paidTwice, ...stuck, ...wrong].join('; ')}`);
  }
  return found;
}

function thrown(error: unknown): Findings {
  const wrong = [`it threw ${String(error)}`];
  return { paidTwice: [], stuck: [], wrong, deaths: 0, seen: new Map() };
}

function isToEnd(): boolean {
  return values.first && shown > 0;
}

function print(): boolean {
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  console.table(rows);
  const [paidTwice, stuck, wrong] = [
    sum((row) => row.paidTwice),
    sum((row) => row.stuck),
    sum((row) => row.wrong),
  ];
  console.log(
    `${sum((row) => row.runs)} runs, ${sum((row) => row.died)} deaths at ${rows.length - 1} steps: ` +
      `${paidTwice} paid twice, ${stuck} stuck, ${wrong} wrong.`,
  );
  return paidTwice + stuck + wrong === 0;
}
