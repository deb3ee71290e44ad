/** Starts a local exchange as a process of its own, and tells ccxt's class where it is. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CcxtSettings } from '../../src/features/market/tick-feed/ccxt-exchange.ts';
import type { Faults } from './local-exchange.ts';

const PROGRAM = path.join(import.meta.dirname, 'local-exchange.ts');

export interface RunningExchange {
  readonly name: 'binance' | 'okx';
  readonly child: ChildProcess;
  /** For the class of ccxt. */
  readonly settings: CcxtSettings;
  fault(faults: Partial<Faults>): Promise<void>;
  clients(): Promise<number>;
  stop(): void;
}

export async function runExchange(name: RunningExchange['name'], port = 0): Promise<RunningExchange> {
  const child = spawn(process.execPath, [PROGRAM, name, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const address = `127.0.0.1:${line.toString().trim()}`;
  const http = `http://${address}`;
  return {
    name,
    child,
    settings: settingsOf(name, address),
    fault: async (faults) => {
      await fetch(`${http}/_faults`, { method: 'POST', body: JSON.stringify(faults) });
    },
    clients: async () => ((await (await fetch(`${http}/_state`)).json()) as { clients: number }).clients,
    stop: () => {
      child.kill('SIGCONT');
      child.kill('SIGKILL');
    },
  };
}

function settingsOf(name: RunningExchange['name'], address: string): CcxtSettings {
  if (name === 'okx') return { urls: { api: { rest: `http://${address}`, ws: `ws://${address}/ws/v5` } } };
  return {
    urls: {
      api: {
        public: `http://${address}/api/v3`,
        private: `http://${address}/api/v3`,
        ws: { spot: `ws://${address}/ws` },
      },
    },
  };
}
