/**
 * Goal: no tick is ahead of the exchange after a crash in the moment in which a demo's clock is
 * moved, or terms that begin now would have ended already. Method: a real server whose ticks alone
 * were moved, started again.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { MarketPlug, RunningMarket } from '../../contract/market.ts';
import { startTestServer } from '../../testing/harness.ts';
import { createMarket } from './start.ts';

const DAY_MS = 86_400_000;
const SIMULATED = { marketSource: { kind: 'simulated', seed: 7 }, feedSocket: null } as const;

test('R12.2 R14.12 the exchange starts at the time of its ticks, where they are ahead of its commands', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'glasshouse-test-'));
  let market: RunningMarket | null = null;
  const real = createMarket(SIMULATED);
  const plug: MarketPlug = {
    projections: real.projections,
    start: async (parts) => (market = await real.start(parts)),
  };
  try {
    const first = await startTestServer({ dataDir, plug });
    const { pipeline, exchange } = first.server.running;
    const movedMs = pipeline.nowMs() + 10 * DAY_MS;
    (market as RunningMarket | null)?.forward(10 * DAY_MS);
    while (exchange.lastTick.tickMs < movedMs) await new Promise((resolve) => setTimeout(resolve, 50));
    await first.close();
    const second = await startTestServer({ dataDir, plug: createMarket(SIMULATED) });
    const { running } = second.server;
    assert.ok(running.exchange.lastTick.tickMs >= movedMs);
    assert.ok(running.pipeline.nowMs() >= running.exchange.lastTick.tickMs);
    await second.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
