/**
 * npx glasshouse faults: runs the tests of every fault of the writer in their long form, one after
 * the other, and prints a table. `npm test -- crash` runs their short form. CRASH_CYCLES (200),
 * SERVER_KILLS (20) and POWER_CUTS (20) set the counts. Exit code 0: nothing lost, nothing executed
 * twice.
 */
import path from 'node:path';
import { run } from 'node:test';

const FILES = [
  ['SIGKILL of writer and database', 'crash.test.ts'],
  ['SIGKILL of the whole server', 'server-crash.test.ts'],
  ['torn and flipped journal bytes', 'torn-journal.test.ts'],
  ['disk full', 'disk-full.test.ts'],
  ['clock +1 h, -3 h', 'clock-jumps.test.ts'],
  ['fsync fails', 'fsync.test.ts'],
  ['frozen writer wakes', 'frozen-writer.test.ts'],
  ['power cut', 'powercut.test.ts'],
  ['output closed', 'closed-output.test.ts'],
] as const;
const COUNTS = { CRASH_CYCLES: '200', SERVER_KILLS: '20', POWER_CUTS: '20' };

interface FaultRow {
  readonly fault: string;
  readonly test: string;
  readonly result: 'holds' | 'BROKEN' | 'skipped';
  readonly seconds: number;
  figures: string;
}

for (const [name, count] of Object.entries(COUNTS)) process.env[name] ??= count;
const rows: FaultRow[] = [];
for (const [fault, file] of FILES) rows.push(...(await runFile(fault, file)));
console.table(rows);
const broken = rows.filter(({ result }) => result === 'BROKEN');
const skipped = rows.filter(({ result }) => result === 'skipped').length;
console.log(
  broken.length === 0
    ? `All ${rows.length - skipped} hold${skipped > 0 ? `, ${skipped} were skipped` : ''}: none lost, none twice.`
    : `${broken.length} are broken.`,
);
process.exit(broken.length === 0 && rows.length > skipped ? 0 : 1);

/** Runs the tests of a file and collects their diagnostics. */
async function runFile(fault: string, file: string): Promise<FaultRow[]> {
  const found: FaultRow[] = [];
  const stream = run({ files: [path.join(import.meta.dirname, file)], concurrency: false });
  // The diagnostics of a test follow its result. The counts of the file come last and belong to no
  // file.
  stream.on('test:diagnostic', ({ message, file: source }) => {
    const row = found.at(-1);
    if (row === undefined || source === undefined) return;
    row.figures += row.figures === '' ? message : `; ${message}`;
  });
  // Passes on the tables that tests print.
  stream.on('test:stdout', ({ message }) => void process.stdout.write(message));
  const add = (name: string, result: FaultRow['result'], ms: number): void => {
    // The file itself is reported as a test as well.
    if (name.endsWith('.test.ts')) return;
    found.push({ fault, test: name, result, seconds: Math.round(ms / 1000), figures: '' });
    console.log(`${result.padEnd(7)} ${fault}: ${name} (${Math.round(ms / 1000)} s)`);
  };
  stream.on('test:pass', ({ name, skip, details }) =>
    add(name, skip === undefined ? 'holds' : 'skipped', details.duration_ms),
  );
  stream.on('test:fail', ({ name, details }) => {
    console.error(details.error.cause ?? details.error);
    add(name, 'BROKEN', details.duration_ms);
  });
  for await (const _event of stream);
  return found;
}
