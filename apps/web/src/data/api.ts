/**
 * The one client for calls. A reply counts only with HTTP status 200 and body code 1 (R7.2); code -2 ends the session;
 * any other code is shown as the server's text and rejects. Money calls carry a key and are sent again with the same key
 * when the network fails, so that nothing is done twice.
 */
import { translation } from '#shared/i18n.ts';
import { acceptLanguage, savedLanguage } from '#shared/language.ts';
import { notify } from '#shared/notify.ts';
import { uniqueKey } from '#shared/unique-key.ts';
import { asForm, withoutEmpty, type Payload } from './payload.ts';
import { credentialHeaders, endLostSession, session } from './session.ts';

export const REQUEST_TIMEOUT_MS = 12_000;
const SUCCESS = 1;
const SESSION_INVALID = -2;
/** Waits before the second and third sending of a money call. */
const RETRY_WAITS_MS = [400, 1500] as const;
const CONTRACT = '/contract/app';
const UNAVAILABLE = 503;
/** Too large, too many, not now: refusals whose status is not 200. */
const TOLD_STATUS: ReadonlySet<number> = new Set([413, 429, UNAVAILABLE]);

/** 'unavailable': the server is starting or full, and did nothing. It may be asked again. */
export type CallFailure = 'refused' | 'unavailable' | 'network' | 'timeout' | 'status' | 'stale';
/** The call may have been done or not. */
const UNKNOWN_OUTCOMES: ReadonlySet<CallFailure> = new Set(['network', 'timeout', 'status']);
export class CallError extends Error {
  readonly kind: CallFailure;
  /** The refusal's stable name, such as 'wallet/insufficient-balance'. */
  readonly error: string | undefined;
  readonly field: string | undefined;
  constructor(kind: CallFailure, message: string, details: { error?: string; field?: string } = {}) {
    super(message);
    this.kind = kind;
    this.error = details.error;
    this.field = details.field;
  }
}

export interface Reply {
  readonly code: number;
  readonly msg?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly field?: string;
  /** Market calls answer in huobi's shape: status and tick beside code. */
  readonly status?: string;
  readonly tick?: unknown;
}
export interface CallOptions {
  readonly method?: 'GET' | 'POST';
  readonly signal?: AbortSignal | undefined;
  readonly idempotencyKey?: string;
  /** Background refreshes fail silently: the screen shows its state itself. */
  readonly quiet?: boolean;
}

/** Calls and gives `data`. The path includes its prefix, such as '/bb/app/user/info'. */
export async function call<T>(path: string, payload: Payload = {}, options: CallOptions = {}): Promise<T> {
  return (await callReply(path, payload, options)).data as T;
}

/** Calls and gives the whole reply, for the market calls. */
export async function callReply(
  path: string,
  payload: Payload = {},
  options: CallOptions = {},
): Promise<Reply> {
  const token = session.get()?.token;
  const reply = await send(path, payload, options);
  if (session.get()?.token !== token) throw new CallError('stale', 'another session began');
  if (reply.code === SUCCESS) return reply;
  if (reply.code === SESSION_INVALID) {
    if (token !== undefined && endLostSession()) notify.error(reply.msg);
  } else if (options.quiet !== true) notify.error(reply.msg);
  throw new CallError('refused', reply.msg ?? '', {
    ...(reply.error === undefined ? {} : { error: reply.error }),
    ...(reply.field === undefined ? {} : { field: reply.field }),
  });
}

/** A call that moves money: one key for all its sendings. */
export async function moneyCall<T>(path: string, payload: Payload): Promise<T> {
  const idempotencyKey = uniqueKey();
  for (let attempt = 0; ; attempt++) {
    try {
      return await call<T>(path, payload, { idempotencyKey });
    } catch (error) {
      const wait = RETRY_WAITS_MS[attempt];
      const kind = error instanceof CallError ? error.kind : 'refused';
      const lost = UNKNOWN_OUTCOMES.has(kind);
      if (!(lost || kind === 'unavailable') || wait === undefined) {
        if (lost) notify.error(translation().t('errors.unknownOutcome'));
        else if (kind === 'unavailable') notify.error((error as CallError).message);
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** For actions of a person that move no money: a network failure is told. */
export async function actionCall<T>(path: string, payload: Payload = {}): Promise<T> {
  try {
    return await call<T>(path, payload);
  } catch (error) {
    const text = error instanceof CallError ? failureText(error) : undefined;
    if (text !== undefined) notify.error(text);
    throw error;
  }
}

/** What to tell of a call that was not answered, or not now; undefined for answers. */
export function failureText({ kind, message }: CallError): string | undefined {
  if (kind === 'unavailable') return message;
  return UNKNOWN_OUTCOMES.has(kind) ? translation().t('errors.network') : undefined;
}

async function send(path: string, payload: Payload, options: CallOptions): Promise<Reply> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  let response: Response;
  try {
    response = await fetch(...request(path, payload, { ...options, signal }));
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new CallError(timeout.aborted ? 'timeout' : 'network', 'no answer');
  }
  // A limit says in its own words what to do.
  if (response.status !== 200 && !TOLD_STATUS.has(response.status))
    throw new CallError('status', `status ${response.status}`);
  let reply: Reply;
  try {
    reply = (await response.json()) as Reply;
  } catch {
    throw new CallError('network', 'the answer was cut off');
  }
  if (response.status === UNAVAILABLE) throw new CallError('unavailable', reply.msg ?? '');
  return reply;
}

function request(path: string, payload: Payload, options: CallOptions): [string, RequestInit] {
  const { method = 'POST', idempotencyKey, signal } = options;
  const headers = new Headers({
    'Accept-Language': acceptLanguage(savedLanguage()),
    ...credentialHeaders(),
  });
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  const base: RequestInit = { method, headers, signal: signal ?? null };
  if (method === 'GET') {
    const query = asForm(payload).toString();
    return [query === '' ? path : `${path}?${query}`, base];
  }
  if (path.startsWith(CONTRACT)) return [path, { ...base, body: asForm(payload) }];
  headers.set('Content-Type', 'application/json');
  return [path, { ...base, body: JSON.stringify(withoutEmpty(payload)) }];
}
