/**
 * The one client for calls, which takes their names in the protocol. A reply succeeds only with
 * HTTP status 200 and body code 1 (R7.2); code -2 ends the session; any other code is shown as the
 * server's text and rejects. A call that moves money carries a key and is sent again with the same
 * key if the network fails, so that nothing runs twice.
 */
import type { CallName, CallNamed, DataOf, InputOf } from '@glasshouse/protocol';
import { withLocalTimes } from '@glasshouse/ui';
import { translation } from '#shared/i18n.ts';
import { acceptLanguage, savedLanguage } from '#shared/language.ts';
import { notify } from '#shared/notify.ts';
import { uniqueKey } from '#shared/unique-key.ts';
import { routeOf, type PlainCallName, type UploadName } from './call-route.ts';
import { asForm, withoutEmpty, type Payload } from './payload.ts';
import { credentialHeaders, endLostSession, session } from './session.ts';

export const REQUEST_TIMEOUT_MS = 12_000;
/** A photo has 15 s to arrive, and then waits for its turn to be decoded. */
const UPLOAD_TIMEOUT_MS = 90_000;
const SUCCESS = 1;
const SESSION_INVALID = -2;
/** Waits before the second and third attempt of a money call. */
const RETRY_WAITS_MS = [400, 1500] as const;
const UNAVAILABLE = 503;
/** Refusals whose status is not 200: too large, too many, unavailable. */
export const TOLD_STATUS: ReadonlySet<number> = new Set([413, 429, UNAVAILABLE]);

/** 'unavailable': the server is starting or full, and did nothing. The call may be repeated. */
export type CallFailure = 'refused' | 'unavailable' | 'network' | 'timeout' | 'status' | 'stale';
/** The call may or may not have run. */
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

/** Whether a call failed because the session has ended: its page closes, and shows no error. */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'stale' || error.error === 'session/invalid');

/** A call's input and output, by its name. */
export type CallInput<N extends CallName> = InputOf<CallNamed<N>>;
export type CallData<N extends CallName> = DataOf<CallNamed<N>>;
export type { PlainCallName } from './call-route.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Shows no toast for refusals and failures, because the screen shows them itself. */
  readonly quiet?: boolean;
}
interface Request extends CallOptions {
  readonly name: CallName;
  readonly input: Payload;
  readonly file?: Blob;
  /** The same for all attempts of a call that moves money. */
  readonly idempotencyKey?: string;
}
export interface Reply {
  readonly code: number;
  readonly msg?: string;
  readonly data?: unknown;
  readonly error?: string;
  readonly field?: string;
  /** Market calls answer in Huobi's shape: status 'ok', and `tick` instead of `data` in some. */
  readonly status?: string;
  readonly tick?: unknown;
}

export function call<N extends PlainCallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<CallData<N>> {
  const request = { ...options, name, input: (input ?? {}) as Payload };
  const isMoney = routeOf(name).movesMoney;
  return ask(isMoney ? { ...request, idempotencyKey: uniqueKey() } : request) as Promise<CallData<N>>;
}

/** A call with a file; its form shows errors. */
export function upload<N extends UploadName>(name: N, input: CallInput<N>, file: Blob): Promise<CallData<N>> {
  return ask({ name, input: input as Payload, file, quiet: true }) as Promise<CallData<N>>;
}

/** What to do after a failure: nothing after a call that only reads. */
type Advice = 'nothing' | 'money' | 'check';

/** Whether what was asked may have been done, though no answer came. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof CallError && UNKNOWN_OUTCOMES.has(error.kind);

/** The text for a call without an answer, or refused for now; undefined for other refusals. */
export function failureText({ kind, message }: CallError, advice: Advice = 'check'): string | undefined {
  if (kind === 'unavailable') return message;
  return UNKNOWN_OUTCOMES.has(kind) ? translation().t('errors.failed', { kind, advice }) : undefined;
}

/** The text to show in place of something that did not load. */
export function readFailureText(error: unknown): string {
  const told = error instanceof CallError ? (failureText(error, 'nothing') ?? error.message) : '';
  return told || translation().t('errors.failed', { kind: 'other', advice: 'nothing' });
}

/** The text for a failed call whose error is shown neither by a toast nor by a form. */
export function errorText(error: Error): string {
  return (error instanceof CallError ? failureText(error) : undefined) ?? error.message;
}

async function ask(request: Request): Promise<unknown> {
  const movesMoney = request.idempotencyKey !== undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await askOnce(request);
    } catch (error) {
      const text =
        error instanceof CallError ? failureText(error, movesMoney ? 'money' : 'check') : undefined;
      const wait = movesMoney && text !== undefined ? RETRY_WAITS_MS[attempt] : undefined;
      if (wait === undefined) {
        if (text !== undefined && request.quiet !== true) notify.error(text);
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

async function askOnce(request: Request): Promise<unknown> {
  const token = session.get()?.token;
  return dataOf(request, await send(request), token);
}

/** The data of a success; throws for anything else. `token`: of the session that asked. */
export function dataOf(request: Request, reply: Reply, token: string | undefined): unknown {
  if (session.get()?.token !== token) throw new CallError('stale', 'another session began');
  if (reply.code === SUCCESS) {
    if (reply.status !== undefined && reply.status !== 'ok') throw new CallError('refused', 'error');
    return reply.data === undefined ? reply.tick : reply.data;
  }
  const told = withLocalTimes(reply.msg ?? '');
  if (reply.code === SESSION_INVALID) {
    if (token !== undefined && endLostSession(told)) notify.error(told);
  } else if (request.quiet !== true) notify.error(told);
  throw new CallError('refused', told, {
    ...(reply.error === undefined ? {} : { error: reply.error }),
    ...(reply.field === undefined ? {} : { field: reply.field }),
  });
}

async function send(request: Request): Promise<Reply> {
  const timeout = AbortSignal.timeout(request.file === undefined ? REQUEST_TIMEOUT_MS : UPLOAD_TIMEOUT_MS);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  let response: Response;
  try {
    response = await fetch(...fetchOf(request, signal));
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new CallError(timeout.aborted ? 'timeout' : 'network', 'no answer');
  }
  // The text of a limit says what to do.
  if (response.status !== 200 && !TOLD_STATUS.has(response.status))
    throw new CallError('status', `status ${response.status}`);
  let reply: Reply;
  try {
    reply = (await response.json()) as Reply;
  } catch {
    throw new CallError('network', 'the answer was cut off');
  }
  // Nothing is repeated into the end of a maintenance: its user has long looked away.
  if (response.status === UNAVAILABLE && reply.error !== 'request/maintenance')
    throw new CallError('unavailable', reply.msg ?? '');
  return reply;
}

export function fetchOf(
  { name, input, file, idempotencyKey }: Request,
  signal: AbortSignal | null,
): [string, RequestInit] {
  const { path, sends } = routeOf(name);
  const headers = new Headers({
    'Accept-Language': acceptLanguage(savedLanguage()),
    ...credentialHeaders(),
  });
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  const post: RequestInit = { method: 'POST', headers, signal };
  if (sends === 'form') return [path, { ...post, body: asForm(input) }];
  if (sends === 'json') {
    headers.set('Content-Type', 'application/json');
    return [path, { ...post, body: JSON.stringify(withoutEmpty(input)) }];
  }
  const query = asForm(input).toString();
  const address = query === '' ? path : `${path}?${query}`;
  if (file === undefined) return [address, { method: 'GET', headers, signal }];
  headers.set('Content-Type', file.type === '' ? 'application/octet-stream' : file.type);
  return [address, { ...post, body: file }];
}
