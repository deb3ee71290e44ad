/** Says which field of a request is invalid, and why. */
import type { Refusal } from '@glasshouse/protocol';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
}

/**
 * The refusal for the first issue. `field` is its path, such as 'openAmount', or 'body' for the
 * whole request.
 */
export function invalidInput(issues: readonly Issue[], raw: unknown): Refusal {
  const issue = issues[0];
  const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  const top = issue?.path[0];
  const isMissing = top !== undefined && isBlank(raw, String(top));
  const reason = isMissing ? 'is required' : (issue?.message ?? 'is invalid');
  return invalidField(field, reason);
}

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
  return Object.entries(input).find(([, value]) => isUnstorable(value, 0))?.[0] ?? null;
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
