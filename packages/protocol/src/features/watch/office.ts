/** The watch in the back office: cases that rules open, and what operators note and decide. */
import * as z from 'zod';
import { defineOperatorCall } from '../../call.ts';
import { amount, blankIsAbsent, listed, listPage, optionalWhole, timeMs, whole } from '../../fields.ts';
import { defineOperatorAct } from '../../office-act.ts';
import type { RefusalText } from '../../refusal-text.ts';
import { FIGURES, WATCH_CONCLUSIONS, WATCH_RULES, WATCH_STATES, WATCH_VIEWS } from './rules.ts';

const id = { id: whole(1, Number.MAX_SAFE_INTEGER) };

const caseRow = z.object({
  id: z.number().int(),
  rule: z.enum(WATCH_RULES),
  state: z.enum(WATCH_STATES),
  /** At most 20 of them. */
  accounts: z.array(z.number().int()),
  accountCount: z.number().int(),
  /** Of all evidence, in USDT by the index when it was found. */
  value: amount,
  evidenceCount: z.number().int(),
  /** When it was opened, or opened again. */
  time: timeMs,
  /** When the newest evidence was found. */
  changedTime: timeMs,
  conclusion: z.enum(WATCH_CONCLUSIONS).nullable(),
});
export type WatchCaseRow = z.output<typeof caseRow>;

const getCases = defineOperatorCall({
  name: 'watch/get-cases',
  path: '/watch/getCases',
  permission: 'watch/look',
  // What is open is work; a search and the list of all cases are logged.
  isLogged: false,
  grows: 'office',
  summary: 'Cases of one view: open ones oldest first, all of them newest first',
  input: z.object({
    view: z.enum(WATCH_VIEWS).default('waiting'),
    rule: blankIsAbsent(z.enum(WATCH_RULES).optional()),
    state: blankIsAbsent(z.enum(WATCH_STATES).optional()),
    user: optionalWhole(1, Number.MAX_SAFE_INTEGER),
    ...listPage(2),
  }),
  data: listed(caseRow).extend({
    /** Open cases, however it is filtered; not beyond 10,000, as `totalRow`. */
    waiting: z.number().int(),
    /** When the case that is open for longest was opened; null: none is. */
    oldestTime: timeMs.nullable(),
  }),
});

const evidenceRow = z.object({
  /** What it is: 'trade 7'. */
  ref: z.string(),
  kind: z.enum(['trade', 'deposit', 'withdrawal', 'sign-in', 'document']),
  time: timeMs,
  /** Who sold, moved money or signed in. */
  from: z.number().int(),
  /** Who bought; null: nobody else. */
  to: z.number().int().nullable(),
  /** A pair or an amount. */
  what: z.string(),
  /** In USDT; null without a price, and of what is no money. */
  value: amount.nullable(),
});
export type WatchEvidence = z.output<typeof evidenceRow>;

const getCase = defineOperatorCall({
  name: 'watch/get-case',
  path: '/watch/getCase',
  permission: 'watch/look',
  isLogged: true,
  grows: 'office',
  refusals: ['request/not-found'],
  summary: 'A case with its evidence, who dealt with whom, and what was noted; the look is logged',
  input: z.object(id),
  data: caseRow.extend({
    figures: z.array(
      z.object({
        figure: z.enum(FIGURES),
        unit: z.enum(['count', 'percent', 'usdt']),
        is: z.string(),
        threshold: z.string().nullable(),
      }),
    ),
    /** The newest, at most 200. */
    evidence: z.array(evidenceRow),
    /** Who gave how much to whom, of all evidence; the most first, at most 50. */
    flows: z.array(
      z.object({ from: z.number().int(), to: z.number().int(), count: z.number().int(), value: amount }),
    ),
    /** What the accounts have in common. */
    links: z.array(
      z.object({
        a: z.number().int(),
        b: z.number().int(),
        by: z.enum(['device', 'network', 'invite', 'document', 'address']),
      }),
    ),
    /** What was noted and decided, oldest first. */
    notes: z.array(
      z.object({
        time: timeMs,
        /** 'reopen': by new evidence. */
        kind: z.enum(['note', 'close', 'reopen']),
        operator: z.string(),
        conclusion: z.enum(WATCH_CONCLUSIONS).nullable(),
        words: z.string(),
      }),
    ),
  }),
});
export type WatchCase = z.output<typeof getCase.data>;

const note = defineOperatorAct({
  name: 'watch/note',
  path: '/watch/note',
  section: 'watch',
  people: 1,
  refusals: ['request/not-found'],
  summary: "Adds the act's reason to the notes of a case",
  input: z.object(id),
});
const close = defineOperatorAct({
  name: 'watch/close',
  path: '/watch/close',
  section: 'watch',
  people: 1,
  refusals: ['request/not-found', 'watch/closed'],
  summary: 'Closes a case. It changes no account, and new evidence opens the case again',
  input: z.object({ ...id, conclusion: z.enum(WATCH_CONCLUSIONS) }),
});

export const calls = [getCases, getCase, note, close] as const;
export const refusals = {
  'watch/closed': { code: 3151, kind: 'final', en: 'The case is closed', zh: '该案件已关闭' },
} as const satisfies Record<string, RefusalText>;
