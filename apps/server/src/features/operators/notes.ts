/** Entries of the operators' log for what a call of theirs does or shows. */
import { callingOperator, markNoted, type Note } from '../../http/handler.ts';
import type { AuditLog } from './audit-log.ts';

export const notesIn =
  (audit: AuditLog): Note =>
  async (caller, entry) => {
    await audit.add({ operator: callingOperator(caller).name, ...entry });
    markNoted(caller);
  };

/** What a session has looked at; beyond this number it is forgotten, and noted again. */
const LOOKS_MAX = 5_000;

/** Looks of sessions, each noted once. */
export class Looks {
  readonly #note: Note;
  readonly #seen = new Map<string, Set<string>>();

  constructor(note: Note) {
    this.#note = note;
  }

  readonly note: Note = async (caller, entry) => {
    const { sessionKey } = callingOperator(caller);
    const look = `${entry.act} ${entry.subject} ${entry.detail}`;
    const known = this.#seen.get(sessionKey);
    if (known?.has(look) === true) {
      markNoted(caller);
      return;
    }
    await this.#note(caller, entry);
    const seen = known === undefined || known.size >= LOOKS_MAX ? new Set<string>() : known;
    this.#seen.set(sessionKey, seen.add(look));
  };

  end(sessionKey: string): void {
    this.#seen.delete(sessionKey);
  }
}
