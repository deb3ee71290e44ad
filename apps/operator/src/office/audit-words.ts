/** What the log of operators names, in the reader's language. The log itself keeps it in English. */
import type { AuditRow } from '@glasshouse/protocol/operators';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import type { Translate } from '../shared/texts.ts';
import type { TextKey } from './texts.ts';

/** The groups of a pattern are the values of its text. */
const SUBJECTS: readonly (readonly [pattern: RegExp, text: TextKey])[] = [
  [/^chat #?(?<chat>\d+) of a visitor$/, 'subject_visitor'],
  [/^chat #?(?<chat>\d+) of user (?<user>\d+)$/, 'subject_user'],
  [/^operator (?<name>.+)$/, 'subject_operator'],
  [/^prepared reply (?<reply>\d+)$/, 'subject_reply'],
  [/^a new prepared reply$/, 'subject_newReply'],
];

/** A subject that this version does not know stays as it is. */
export function subjectText(t: Translate<TextKey>, subject: string): string {
  for (const [pattern, text] of SUBJECTS) {
    const found = pattern.exec(subject);
    if (found === null) continue;
    const { chat, reply, ...values } = found.groups ?? {};
    const number = chat ?? reply;
    return t(text, { ...values, ...(number === undefined ? {} : { number: chatNumber(Number(number)) }) });
  }
  return subject;
}

const DETAILS: Readonly<Record<string, TextKey>> = {
  'desk/reply note': 'note',
  'desk/set-presence on': 'detail_on',
  'desk/set-presence off': 'detail_off',
};

/** Details are names and addresses, and of some acts a word, such as that an answer was a note. */
export function detailText(t: Translate<TextKey>, { act, detail }: Pick<AuditRow, 'act' | 'detail'>): string {
  const word = DETAILS[`${act} ${detail}`];
  return word === undefined ? detail : t(word);
}
