/** The yearly statement: per coin its opening balance, each kind of change, and its closing one. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { STATEMENT_LINES, type StatementLine } from './statement-lines.ts';
import { amount, csvText, optionalWhole } from '../../fields.ts';

/** Signed amounts of a coin over all accounts: `opening` and all lines add up to `closing`. */
export const statementRow = z.object({
  currency: z.string(),
  opening: amount,
  ...(Object.fromEntries(STATEMENT_LINES.map((line) => [line, amount])) as Record<
    StatementLine,
    typeof amount
  >),
  closing: amount,
});
export type StatementRow = z.output<typeof statementRow>;

/** Years are those of UTC. The current year has what has happened so far. */
const input = z.object({ year: optionalWhole(2000, 9999) });

export const getStatement = defineCall({
  name: 'wallet/get-statement',
  path: '/wallet/getStatement',
  access: 'user',
  summary: 'The statement of a year (UTC), by default of the one that runs',
  input,
  data: z.object({
    year: z.number().int(),
    /** Whether the year is over. */
    isComplete: z.boolean(),
    /** The years in which something moved, newest first. */
    years: z.array(z.number().int()),
    list: z.array(statementRow),
  }),
});
const exportStatement = defineCall({
  name: 'wallet/export-statement',
  path: '/wallet/exportStatement',
  access: 'user',
  download: 'text/csv',
  summary: 'The statement of a year (UTC) as a file',
  input,
  data: csvText,
});

export const statementCalls = [getStatement, exportStatement] as const;
