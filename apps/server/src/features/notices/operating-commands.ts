/** What operators read of notices at the machine. */
import type { Database } from '../../db/database.ts';
import { readPublished } from './queries.ts';

const LISTED_MAX = 100;

export function noticesCommands({ database }: { readonly database: Database }) {
  return {
    'notices/list': (_input: null) => readPublished(database, { language: 'en', limit: LISTED_MAX }),
  };
}
