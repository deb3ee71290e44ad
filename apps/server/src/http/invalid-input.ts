/** Says which field of a request is invalid, and why. */
import type { Refusal } from '@glasshouse/protocol';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
  /** Of unknown fields: their names. */
  readonly keys?: readonly string[];
  /** Of text of a wrong length: the limit that it exceeds. */
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** Of an unknown choice: the known ones. */
  readonly values?: readonly unknown[];
}

/** Characters of an unknown field's name that the refusal repeats. */
const NAME_MAX = 64;

/**
 * The refusal for an unknown field, else for the first issue: a misspelt field explains a missing
 * one. `field` is its path, such as 'openAmount', or 'body' for the whole request.
 */
export function invalidInput(issues: readonly Issue[], raw: unknown): Refusal {
  const unknown = issues.flatMap(({ path, keys = [] }) => keys.map((key) => [...path, key]))[0];
  if (unknown !== undefined)
    return invalidField(unknown.map(String).join('.').slice(0, NAME_MAX), 'is not a field of this call');
  const issue = issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  const top = issue?.path[0];
  const isMissing = top !== undefined && isBlank(raw, String(top));
  const reason = isMissing || issue === undefined ? 'is required' : reasonOf(issue);
  return invalidField(field, reason);
}

/** The schema's own reason; the library's messages become ours, which are translated. */
function reasonOf({ message, origin, minimum, maximum, values }: Issue): string {
  if (!LIBRARY_MESSAGE.test(message)) return message;
  if (values !== undefined) return `one of ${values.map(String).join(', ')}`;
  if (origin === 'string' && maximum !== undefined) return `at most ${maximum} characters`;
  if (origin === 'string' && minimum !== undefined) return `at least ${minimum} characters`;
  return message;
}

const LIBRARY_MESSAGE = /^(Invalid|Too) /;

/** The reason is English; the envelope translates it. */
export function invalidField(field: string, reason: string): Refusal {
  return { error: 'request/invalid', field, params: { field, reason } };
}

/**
 * The first field with text that a database cannot store: U+0000 or an unpaired surrogate. Null if
 * there is none.
 */
export function unstorableField(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = input as Readonly<Record<string, unknown>>;
  return Object.keys(fields).find((field) => isUnstorable(fields[field], 0)) ?? null;
}

/** Deeper than any field that is stored, so that deep nesting by a client costs nothing. */
const DEPTH_MAX = 3;

function isUnstorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || /\p{Cs}/u.test(value);
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return false;
  return Object.values(value).some((part) => isUnstorable(part, depth + 1));
}

function isBlank(raw: unknown, field: string): boolean {
  if (typeof raw !== 'object' || raw === null) return true;
  const value: unknown = (raw as Readonly<Record<string, unknown>>)[field];
  return value === undefined || value === null || value === '';
}
