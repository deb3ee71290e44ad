/** The operator's command for the help center: which articles helped. */
import type { Database } from '../../db/database.ts';
import { readFeedback } from './routes.ts';

export function helpCommands({ database }: { readonly database: Database }) {
  return { 'help/feedback': (_input: null) => readFeedback(database) };
}
