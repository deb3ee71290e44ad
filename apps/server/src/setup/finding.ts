/** What a check of `npx glasshouse setup` says: one line, and whether production can do so. */

export interface Finding {
  readonly level: 'ok' | 'note' | 'failed';
  /** What was looked at, such as 'PostgreSQL'. */
  readonly subject: string;
  readonly text: string;
}

/** The findings of one subject. */
export class Findings {
  readonly #subject: string;
  readonly all: Finding[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  ok(text: string): void {
    this.all.push({ level: 'ok', subject: this.#subject, text });
  }

  /** Production can go on; an operator should know. */
  note(text: string): void {
    this.all.push({ level: 'note', subject: this.#subject, text });
  }

  failed(text: string): void {
    this.all.push({ level: 'failed', subject: this.#subject, text });
  }
}

/** Without what an address has of names and passwords. */
export function hidden(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}`;
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  return `${error.message}${cause}`;
}
