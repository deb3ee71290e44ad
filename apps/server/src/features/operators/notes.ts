/** Entries of the operators' log for what a call of theirs does or shows. */
import { callingOperator, markNoted, type Note } from '../../http/handler.ts';
import type { AuditLog } from './audit-log.ts';

export const notesIn =
  (audit: AuditLog): Note =>
  async (caller, entry) => {
    await audit.add({ operator: callingOperator(caller).name, ...entry });
    markNoted(caller);
  };
