/** Sends the calls of the back office, named as in the protocol. */
import type { DataOf, InputOf, OperatorCallName, OperatorCallNamed } from '@glasshouse/protocol';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import type { SavedFile } from '@glasshouse/ui';
import { QueryClient } from '@tanstack/react-query';
import { byLabel } from '../shared/by-label.ts';
import { language, translate, type TextKey } from './texts.ts';

export class CallError extends Error {
  /** The refusal's stable name; empty if the server did not answer. */
  readonly error: string;
  readonly field: string | undefined;
  constructor(text: string, error = '', field?: string) {
    super(text);
    this.error = error;
    this.field = field;
  }
}

const SUCCESS = 1;
const TIMEOUT_MS = 20_000;
/** Long enough for a picture over a slow connection. */
const UPLOAD_TIMEOUT_MS = 90_000;
/** After this long without input, requests are marked idle and do not extend the session. */
const IDLE_MS = 60_000;
let touchedMs = Date.now();
for (const kind of ['pointerdown', 'keydown', 'wheel'])
  window.addEventListener(kind, () => (touchedMs = Date.now()), { capture: true, passive: true });

/** The refusal that says that the session has ended. */
const ENDED = 'operators/not-signed-in';
/** The call that returns the signed-in operator. */
const SELF = 'operators/get-self';

/** The labels of fields, by their names in calls. */
const LABELS: Readonly<Record<string, TextKey>> = {
  name: 'name',
  password: 'password',
  code: 'code',
  text: 'message',
  title: 'title',
  en: 'english',
  zh: 'chinese',
  reason: 'reason',
  txid: 'transaction',
  output: 'outputNumber',
  cost: 'networkCost',
  amount: 'amount',
  seen: 'networkShows',
  note: 'noteToCustomer',
  rejection: 'rejection',
  account: 'ledgerAccount',
  from: 'ledgerFrom',
  to: 'ledgerTo',
  value: 'param_value',
  pair: 'pair',
  decimals: 'market_decimals',
  priceDecimals: 'market_priceDecimals',
  lotDecimals: 'market_lotDecimals',
  indexDecimals: 'market_indexDecimals',
  minimum: 'leastOrder',
  maximum: 'mostOrder',
  makerFee: 'market_makerFee',
  takerFee: 'market_takerFee',
  band: 'band',
  marketBand: 'market_band',
  maxOrders: 'ordersOfOne',
  opens: 'market_opens',
  spread: 'market_spread',
  levels: 'market_levels',
  size: 'market_size',
  keep: 'market_keep',
  most: 'market_most',
  skew: 'market_skew',
  aside: 'market_aside',
  titleEn: 'notice_titleEn',
  textEn: 'notice_textEn',
  titleZh: 'notice_titleZh',
  textZh: 'notice_textZh',
  minimumDeposit: 'network_leastIn',
  withdrawalFee: 'network_fee',
  withdrawalMinimum: 'network_leastOut',
  withdrawalMaximum: 'network_mostOut',
  confirmations: 'network_confirmations',
};

/** Where a call means something else by a name than the others. */
const OWN_LABELS: Partial<Record<OperatorCallName, Readonly<Record<string, TextKey>>>> = {
  'markets/list-coin': { code: 'market_code', name: 'market_coinName' },
};

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 2 && !(error instanceof CallError && error.error !== '') },
  },
});

interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly error?: string;
  readonly field?: string;
}

/** The path of a call: 'desk/get-inbox' is at '/operator/app/desk/getInbox'. */
export const pathOf = (name: OperatorCallName): string =>
  `/operator/app/${name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

export async function call<N extends OperatorCallName>(
  name: N,
  input: InputOf<OperatorCallNamed<N>>,
  file?: Blob,
): Promise<DataOf<OperatorCallNamed<N>>> {
  let reply: Reply;
  try {
    reply = (await (await send(name, input, file)).json()) as Reply;
  } catch {
    throw new CallError(translate()('noAnswer'));
  }
  return dataOf(name, reply);
}

/** The calls that reply with a file. */
type FileCallName = Extract<OperatorCallName, `${string}/export-${string}`>;

export async function callForFile<N extends FileCallName>(
  name: N,
  input: InputOf<OperatorCallNamed<N>>,
): Promise<SavedFile> {
  let reply: Reply;
  try {
    const response = await send(name, input);
    const [, file] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    if (file !== undefined) return { name: file, content: await response.blob() };
    reply = (await response.json()) as Reply;
  } catch {
    throw new CallError(translate()('noAnswer'));
  }
  throw refusalOf(name, reply);
}

function send(name: OperatorCallName, input: unknown, file?: Blob): Promise<Response> {
  const query = file === undefined ? '' : `?${new URLSearchParams(input as Record<string, string>)}`;
  return fetch(pathOf(name) + query, {
    method: 'POST',
    headers: {
      'Accept-Language': language() === 'zh-CN' ? 'zh-CN,zh' : 'en-US,en',
      'Content-Type': file === undefined ? 'application/json' : file.type || 'application/octet-stream',
      ...(Date.now() - touchedMs > IDLE_MS ? { 'X-Idle': '1' } : {}),
      ...shownOperator(name),
    },
    body: file ?? JSON.stringify(input),
    // Lets a request complete that is sent while the page is being left. Not for files: browsers
    // limit the size.
    keepalive: file === undefined,
    signal: AbortSignal.timeout(file === undefined ? TIMEOUT_MS : UPLOAD_TIMEOUT_MS),
  });
}

function dataOf<N extends OperatorCallName>(name: N, reply: Reply): DataOf<OperatorCallNamed<N>> {
  if (reply.code === SUCCESS) return reply.data as DataOf<OperatorCallNamed<N>>;
  // Asks again who is signed in: another operator may have logged in in another window.
  if (reply.error === ENDED && name !== SELF) void queries.invalidateQueries({ queryKey: ['self'] });
  throw refusalOf(name, reply);
}

/**
 * Sends the operator whom this page shows, so that the page never acts as another one who has
 * logged in in another window since.
 */
function shownOperator(name: OperatorCallName): Readonly<Record<string, string>> {
  const shown = queries.getQueryData<OperatorSelf | null>(['self'])?.name;
  return shown === undefined || name === SELF ? {} : { 'X-Operator': shown };
}

function refusalOf(name: OperatorCallName, { msg, error = '', field }: Reply): CallError {
  const label = field === undefined ? undefined : (OWN_LABELS[name]?.[field] ?? LABELS[field]);
  const text = byLabel({ message: msg, error, field }, label === undefined ? undefined : translate()(label));
  return new CallError(text, error, field);
}
