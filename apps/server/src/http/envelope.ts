/**
 * Turns data and refusals into the text of a reply. The only place where a refusal gets its code,
 * its text and its HTTP status.
 */
import { REFUSALS, SESSION_ENDS, SUCCESS_CODE, type Refusal, type RefusalName } from '@glasshouse/protocol';
import { defineText, type Text } from '@glasshouse/texts';
import type { JsonReply } from './asked.ts';
import type { Language } from './handler.ts';
import { reasonInChinese } from './reasons.ts';

/**
 * Where a reply holds its data: our own calls under `data`; Huobi-style calls beside `status`,
 * under `data` or `tick`.
 */
export type ReplyShape = 'plain' | 'huobi-data' | 'huobi-tick';

const HUOBI_SHAPES: Readonly<Record<string, ReplyShape>> = {
  'market/get-kline': 'huobi-data',
  'market/get-market-trade': 'huobi-data',
  'market/get-details-by-quote-coin': 'huobi-data',
  'market/get-depth': 'huobi-tick',
  'market/get-details': 'huobi-tick',
};

export function replyShapeOf(callName: string): ReplyShape {
  return HUOBI_SHAPES[callName] ?? 'plain';
}

const HEAD: Readonly<Record<ReplyShape, string>> = {
  plain: `{"code":${SUCCESS_CODE},"msg":"success"`,
  'huobi-data': `{"code":${SUCCESS_CODE},"msg":"success","status":"ok"`,
  'huobi-tick': `{"code":${SUCCESS_CODE},"msg":"success","status":"ok"`,
};

export function successText(shape: ReplyShape, data: unknown): string {
  return wrapped(shape, data === undefined ? 'null' : JSON.stringify(data));
}

/** The envelope around data that is already JSON text. */
export function wrapped(shape: ReplyShape, json: string): string {
  return `${HEAD[shape]},"${shape === 'huobi-tick' ? 'tick' : 'data'}":${json}}`;
}

export function refusalText(refusal: Refusal, language: Language, shape: ReplyShape = 'plain'): string {
  const { code } = REFUSALS[refusal.error];
  const status = shape === 'plain' ? {} : { status: 'error' };
  const field = refusal.field === undefined ? {} : { field: refusal.field };
  return JSON.stringify({
    code,
    msg: refusalMessage(refusal, language),
    ...status,
    data: null,
    error: refusal.error,
    ...field,
  });
}

const MESSAGES: ReadonlyMap<string, Text<string>> = new Map(
  Object.entries(REFUSALS).map(([name, texts]) => [name, defineText(texts)]),
);

export function refusalMessage({ error, params, sessionEnd }: Refusal, language: Language): string {
  if (sessionEnd !== undefined) return SESSION_ENDS[sessionEnd][language];
  const reason = params?.['reason'];
  const isTranslated = language === 'zh' && reason !== undefined;
  const values = isTranslated ? { ...params, reason: reasonInChinese(reason) } : params;
  const message = MESSAGES.get(error);
  if (message === undefined) throw new Error(`no refusal is called ${error}`);
  return message(language, values);
}

/** All other refusals are HTTP 200 (R7.2, R7.6); these concern the transport. */
export const REFUSAL_STATUS: Readonly<Partial<Record<RefusalName, number>>> = {
  'request/unknown-route': 404,
  'request/too-large': 413,
  'request/too-many': 429,
  'request/not-ready': 503,
  'request/busy': 503,
  'request/daily-limit': 429,
  'request/no-room': 503,
  'request/maintenance': 503,
  'request/method': 405,
  'request/wrong-host': 421,
};

export function statusOf(refusal: Refusal): number {
  return REFUSAL_STATUS[refusal.error] ?? 200;
}

/** Refusals that say when to try again. */
export const AGAIN_LATER: ReadonlySet<number> = new Set([418, 429, 503]);
/** Where the refusal does not know better. */
const RETRY_AFTER_S = 10;

export function refusalReply(refusal: Refusal, language: Language, shape?: ReplyShape): JsonReply {
  const status = statusOf(refusal);
  const body = refusalText(refusal, language, shape);
  const again = retryAfterS(refusal, status);
  return again === null ? { status, body } : { status, headers: { 'retry-after': String(again) }, body };
}

/** After how many seconds a request that got this status may succeed; null if it says nothing. */
export const retryAfterS = (refusal: Refusal, status: number): number | null =>
  AGAIN_LATER.has(status) ? (refusal.retryAfterS ?? RETRY_AFTER_S) : null;

/** R8.1: zh-CN,zh for Chinese, else English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  return acceptLanguage !== undefined && /^zh/i.test(acceptLanguage) ? 'zh' : 'en';
}
