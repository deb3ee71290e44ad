/**
 * One exchange class of ccxt, loaded by the path of its file: the package as a whole takes 1.4 to
 * 2.2 s and 149 MB, one class 0.35 to 0.6 s and 88 MB (D0043). Only what we use of it is typed.
 */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Prices and times are JS numbers there; the last entry of a side may be missing. */
export interface CcxtBook {
  readonly bids: readonly (readonly [price?: number, amount?: number])[];
  readonly asks: readonly (readonly [price?: number, amount?: number])[];
  /** The exchange's own time in milliseconds, if it says it. */
  readonly timestamp?: number | undefined;
  readonly nonce?: number | undefined;
}

/** Time in milliseconds, open, high, low, close, volume. */
export type CcxtCandle = readonly [number, number, number, number, number, number];

/** Whether messages of WebSockets are packed. */
interface Packing {
  readonly gunzip?: boolean;
  readonly inflate?: boolean;
}

export interface CcxtExchange {
  readonly markets: Readonly<Record<string, { readonly active?: boolean; readonly spot?: boolean }>>;
  /** The newest books that were received, by symbol such as 'BTC/USDT'. */
  readonly orderbooks: Readonly<Record<string, CcxtBook>>;
  readonly has: Record<string, unknown>;
  readonly options: Record<string, unknown>;
  readonly streaming?: Packing;
  /** Where it prints messages that are no JSON; on the console without this. */
  log?: (...texts: unknown[]) => void;
  /** What it asks by HTTP; its own limit of time ends with the head of the answer. */
  undiciRequest(url: string, params: { readonly signal: AbortSignal }): Promise<unknown>;
  getDispatcherOptions(isPlain?: boolean): object;
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(reload?: boolean): Promise<unknown>;
  /** Resolves at the next message about one of them. A burst resolves it once, with one symbol. */
  watchOrderBookForSymbols(symbols: readonly string[]): Promise<unknown>;
  watchOrderBook(symbol: string): Promise<unknown>;
  fetchOHLCV(symbol: string, timeframe: string, since: number, limit: number): Promise<readonly CcxtCandle[]>;
  close(): Promise<void>;
}

/** What the class takes: `urls`, `options`, `hostname` and more, see ccxt's manual. */
export type CcxtSettings = Readonly<Record<string, unknown>>;

/** Of its WebSockets: a book of a thousand levels takes a tenth. A larger one closes the socket. */
const MESSAGE_BYTES_MAX = 4_000_000;
/** Of one that comes as gzip or deflate, which can become a thousand times as long. */
const PACKED_BYTES_MAX = 200_000;
/** Of an answer by HTTP; the longest lists of markets have 20 MB. */
const ANSWER_BYTES_MAX = 64_000_000;
const ANSWER_WITHIN_MS = 20_000;

/** The file of an exchange that has WebSockets; null if ccxt has none of that name. */
export function ccxtFile(name: string): string | null {
  if (!/^[a-z0-9]{2,40}$/.test(name)) return null;
  const file = new URL(`./src/pro/${name}.js`, import.meta.resolve('ccxt'));
  return fs.existsSync(fileURLToPath(file)) ? file.href : null;
}

export async function loadExchange(name: string, settings: CcxtSettings): Promise<CcxtExchange> {
  const file = ccxtFile(name);
  if (file === null) throw new Error(`ccxt has no exchange ${name} with WebSockets`);
  const { default: Exchange } = (await import(file)) as {
    default: new (settings: CcxtSettings) => CcxtExchange;
  };
  const exchange = new Exchange(settings);
  askForSpotAlone(exchange);
  boundWhatItSays(exchange);
  // Without it, every ws:// address throws an error about a proxy.
  await exchange.loadHttpProxyAgent();
  return exchange;
}

/** Otherwise it also asks the futures' servers for their markets, and others for currencies. */
function askForSpotAlone({ has, options }: CcxtExchange): void {
  has['fetchCurrencies'] = false;
  options['fetchCurrencies'] = false;
  options['fetchMargins'] = false;
  const { types } = (options['fetchMarkets'] ?? {}) as { types?: readonly string[] | object };
  if (types === undefined) return;
  options['fetchMarkets'] = {
    types: Array.isArray(types)
      ? ['spot']
      : Object.fromEntries(Object.keys(types).map((type) => [type, type === 'spot'])),
  };
}

/** One exchange must not take the memory, the time or the disk that the others need. */
function boundWhatItSays(exchange: CcxtExchange): void {
  exchange.log = () => {};
  const { ws = {} } = exchange.options as { readonly ws?: Packing & { readonly options?: object } };
  const { gunzip = false, inflate = false }: Packing = { ...exchange.streaming, ...ws };
  const maxPayload = gunzip || inflate ? PACKED_BYTES_MAX : MESSAGE_BYTES_MAX;
  exchange.options['ws'] = { ...ws, options: { maxPayload, ...ws.options } };
  const request = exchange.undiciRequest.bind(exchange);
  exchange.undiciRequest = async (url, params) =>
    request(url, {
      ...params,
      signal: AbortSignal.any([params.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
  const dispatcherOptions = exchange.getDispatcherOptions.bind(exchange);
  exchange.getDispatcherOptions = (isPlain) => ({
    ...dispatcherOptions(isPlain),
    maxResponseSize: ANSWER_BYTES_MAX,
  });
}
