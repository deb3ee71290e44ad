/** For tests: ccxt's own class for Binance, unmodified, that talks to a test server. */
import type { ProgramKey } from './program.ts';
import { ccxtFile } from '../features/market/tick-feed/ccxt-exchange.ts';
import { tellStrayErrors } from '../features/market/tick-feed/stray-errors.ts';

/** What its unified calls return, as far as tests look at it. Numbers are JS numbers. */
export interface CcxtOrder {
  readonly id: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly status: string;
  readonly type: string;
  readonly side: string;
  readonly price?: number;
  readonly average?: number;
  readonly amount: number;
  readonly filled: number;
  readonly cost: number;
  readonly postOnly: boolean;
  readonly triggerPrice?: number;
  readonly timeInForce?: string;
  readonly fees: readonly { readonly cost: number; readonly currency: string }[];
}
export interface CcxtTrade {
  readonly id: string;
  readonly order: string;
  readonly side: string;
  readonly takerOrMaker: string;
  readonly price: number;
  readonly amount: number;
  readonly timestamp: number;
  readonly fee: { readonly cost: number; readonly currency: string };
}
export interface CcxtBalance {
  readonly free: Readonly<Record<string, number>>;
  readonly used: Readonly<Record<string, number>>;
  readonly total: Readonly<Record<string, number>>;
  readonly info: unknown;
}
export interface CcxtLevels {
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
  readonly nonce?: number;
  readonly symbol: string;
}

export interface Ccxt {
  /** Any of its methods by name. */
  call<T = unknown>(method: string, ...parameters: readonly unknown[]): Promise<T>;
  readonly options: Record<string, unknown>;
  close(): Promise<void>;
}

interface Exchange {
  readonly urls: { readonly api: Record<string, unknown> };
  readonly options: Record<string, unknown>;
  loadHttpProxyAgent(): Promise<unknown>;
  close(): Promise<void>;
}

/** `url`: that of the server. */
export async function ccxtOf(url: string, key: ProgramKey): Promise<Ccxt> {
  const { default: Binance } = (await import(ccxtFile('binance')!)) as {
    default: new (settings: object) => Exchange;
  };
  const exchange = new Binance({
    ...key,
    newUpdates: true,
    enableRateLimit: false,
    options: {
      defaultType: 'spot',
      fetchMarkets: { types: ['spot'] },
      fetchCurrencies: false,
      // The most that is accepted: a machine may stand still for seconds.
      recvWindow: 60_000,
    },
  });
  const { api } = exchange.urls;
  for (const [name, address] of Object.entries(api))
    if (typeof address === 'string') api[name] = address.replace(/^https:\/\/[^/]+/, url);
  const sockets = url.replace('http', 'ws');
  Object.assign(api['ws'] as object, {
    spot: `${sockets}/ws`,
    'ws-api': { spot: `${sockets}/ws-api/v3` },
  });
  // Without it, every ws:// address throws an error about a proxy.
  await exchange.loadHttpProxyAgent();
  return {
    options: exchange.options,
    call: async <T>(method: string, ...parameters: readonly unknown[]) => {
      const asked = exchange as unknown as Record<string, (...all: readonly unknown[]) => Promise<T>>;
      return asked[method]!(...parameters);
    },
    close: async () => exchange.close(),
  };
}

/** ccxt also rejects promises that nobody awaits, such as those of a socket that a test closes. */
export function bearStrayErrors(): void {
  tellStrayErrors(() => {});
}
