/** The query parameters of the log: how far back it goes. */

const DAY_MS = 86_400_000;
/** The spans that can be chosen, in milliseconds. */
export const SPANS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
export type Span = keyof typeof SPANS;

export interface AuditSearch {
  /** Absent means the whole log. */
  readonly since?: Span;
}

export function auditSearch({ since }: Readonly<Record<string, unknown>>): AuditSearch {
  return since === 'day' || since === 'week' || since === 'month' ? { since } : {};
}
