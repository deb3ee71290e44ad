/** Local exchanges, the feed as a process, and a server that takes its ticks. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createMarket } from '../src/features/market/start.ts';
import { startTestServer, type TestServer } from '../src/testing/harness.ts';
import type { CcxtSettings } from '../src/features/market/tick-feed/ccxt-exchange.ts';
import type { MarketSource } from '../src/contract/market-source.ts';
import { runExchange, type RunningExchange } from './exchanges/run-exchange.ts';

const FEED = path.resolve(import.meta.dirname, '../src/commands/feed.ts');
const CHECK = path.resolve(import.meta.dirname, '../../../docs/checks/ticks.mjs');
/** The class of ccxt for the United States speaks the same wire format as the other. */
const NAMES = ['binance', 'okx', 'binanceus'] as const;

/** Of the kernel's counters of processor time. */
const TICKS_A_SECOND = 100;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until it is so; fails after `withinMs`. Returns how long it took. */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const startMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startMs > withinMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(20);
  }
  return performance.now() - startMs;
}

export class MarketRig {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'glasshouse-market-'));
  readonly exchanges: readonly RunningExchange[];
  readonly source: MarketSource;
  feed: ChildProcess | null = null;

  private constructor(exchanges: readonly RunningExchange[]) {
    this.exchanges = exchanges;
    const settings = Object.fromEntries(
      exchanges.map((exchange, i): [string, CcxtSettings] => [NAMES[i]!, exchange.settings]),
    );
    const settingsFile = path.join(this.folder, 'exchanges.json');
    writeFileSync(settingsFile, JSON.stringify(settings));
    this.source = { kind: 'ccxt', exchanges: NAMES.slice(0, exchanges.length), settingsFile };
  }

  static async start(context: TestContext, count: number = NAMES.length): Promise<MarketRig> {
    const dialects = NAMES.slice(0, count).map((name) => (name === 'okx' ? 'okx' : 'binance'));
    const rig = new MarketRig(await Promise.all(dialects.map(async (name) => runExchange(name))));
    context.after(() => {
      for (const exchange of rig.exchanges) exchange.stop();
      rig.feed?.kill('SIGKILL');
      rmSync(rig.folder, { recursive: true, force: true });
    });
    return rig;
  }

  get socket(): string {
    return path.join(this.folder, 'feed.sock');
  }

  /** Resolves when it answers. */
  async startFeed(): Promise<void> {
    if (this.source.kind !== 'ccxt') return;
    const { exchanges, settingsFile } = this.source;
    this.feed = spawn(process.execPath, [FEED], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        MARKET_SOURCE: `ccxt:${exchanges.join(',')}`,
        MARKET_SOURCE_SETTINGS: settingsFile ?? '',
        FEED_DIR: this.folder,
        LOG_LEVEL: process.env.FEED_LOG ?? 'silent',
      },
    });
    await once(this.feed.stdout!, 'data');
  }

  /** What its process has in memory, and its share of a core since it began. */
  costOfFeed(): { megabytes: number; cpuPercent: number } {
    const folder = `/proc/${this.feed?.pid}`;
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8')) ?? [];
    const fields = readFileSync(`${folder}/stat`, 'utf8').split(' ');
    const [user, system, startTicks] = [fields[13], fields[14], fields[21]].map(Number);
    const uptimeS = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
    const share = (user! + system!) / (uptimeS * TICKS_A_SECOND - startTicks!);
    return { megabytes: Math.round(Number(kilobytes) / 1024), cpuPercent: Math.round(share * 1000) / 10 };
  }

  async killFeed(): Promise<void> {
    const { feed } = this;
    if (feed === null) return;
    const ended = once(feed, 'exit');
    feed.kill('SIGKILL');
    await ended;
  }

  async startServer(dataDir?: string): Promise<TestServer> {
    return startTestServer({
      plug: createMarket({ marketSource: this.source, feedSocket: this.socket }),
      ...(dataDir === undefined ? {} : { dataDir }),
    });
  }
}

/** What the check without our code prints about a server's ticks; fails if it finds anything. */
export async function checkTicks(url: string, count: number): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK, url, '--count', String(count)]);
  return stdout;
}
