/**
 * `npx glasshouse bench-neighbour`: starts a demo on an empty folder, leaves it alone, and prints
 * its cost: CPU of one core, memory, and growth of its data per day (measured over MINUTES, 10 by
 * default, after a warm-up, and extrapolated). Exits non-zero beyond the bars.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { table } from '../report.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 10);
/**
 * In this time history is written, caches fill, and the first journal rows are deleted and their
 * space reused.
 */
const WARM_UP_MS = Number(process.env['WARM_UP_MINUTES'] ?? 10) * 60_000;
const BARS = { cpuPercent: 20, memoryMb: 700, growthMbPerDay: 300 };
const CLOCK_TICKS_PER_SECOND = 100;

const dataDir = fs.mkdtempSync(path.join(tmpdir(), 'glasshouse-neighbour-'));
const main = path.resolve(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts');
const server = spawn(process.execPath, [main], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await isOpen(server);
  await sleep(WARM_UP_MS);
  const before = measure(server);
  let memoryMb = before.memoryMb;
  const sizes: number[] = [before.dataMb];
  for (let minute = 1; minute <= MINUTES; minute++) {
    await sleep(60_000);
    const now = measure(server);
    memoryMb = Math.max(memoryMb, now.memoryMb);
    sizes.push(now.dataMb);
    console.log(
      `minute ${minute}: ${now.memoryMb.toFixed(0)} MB of memory, ${now.dataMb.toFixed(1)} MB of data`,
    );
  }
  const after = measure(server);
  const seconds = (after.timeMs - before.timeMs) / 1000;
  const found = {
    cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / seconds) * 100,
    memoryMb,
    growthMbPerDay: ((after.dataMb - before.dataMb) / seconds) * 86_400,
  };
  table(
    `a demo left alone for ${MINUTES} minutes`,
    Object.entries(found).map(([what, value]) => ({
      what,
      value: value.toFixed(1),
      bar: BARS[what as keyof typeof BARS],
    })),
  );
  const broken = Object.entries(found).filter(([what, value]) => value > BARS[what as keyof typeof BARS]);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  fs.rmSync(dataDir, { recursive: true, force: true });
}

function isOpen(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Glasshouse is open')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function measure(child: ChildProcess): {
  timeMs: number;
  cpuSeconds: number;
  memoryMb: number;
  dataMb: number;
} {
  const stat = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
  const memoryKb = Number(
    /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0,
  );
  const used = spawnSync('du', ['-sk', dataDir], { encoding: 'utf8' }).stdout.split('\t')[0];
  return { timeMs: performance.now(), cpuSeconds, memoryMb: memoryKb / 1024, dataMb: Number(used) / 1024 };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
