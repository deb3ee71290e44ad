/** Translates the subjects and details of the log of operators, which stores them in English. */
import type { AuditRow } from '@glasshouse/protocol/operators';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import type { Translate } from '../shared/texts.ts';
import { accountName } from './ledger/names.ts';
import { amountText } from './parts/columns.tsx';
import type { TextKey } from './texts.ts';
import { groupOf } from './treasury/search.ts';

/** The named groups of a pattern are the parameters of its text. */
const SUBJECTS: readonly (readonly [pattern: RegExp, text: TextKey])[] = [
  [/^chat #?(?<chat>\d+) of a visitor$/, 'subject_visitor'],
  [/^chat #?(?<chat>\d+) of user (?<user>\d+)$/, 'subject_user'],
  [/^withdrawal (?<id>\d+) of user (?<user>\d+)$/, 'subject_withdrawal'],
  [/^case (?<id>\d+) of user (?<user>\d+)$/, 'subject_case'],
  [/^voucher (?<id>\d+) of user (?<user>\d+)$/, 'subject_voucher'],
  [/^watch case (?<id>\d+)$/, 'subject_watch'],
  [/^(?<count>\d+) users$/, 'subject_users'],
  [/^everybody$/, 'subject_everybody'],
  [/^pay-out (?<id>\d+)$/, 'subject_payOut'],
  [/^pair (?<pair>.+)$/, 'subject_pair'],
  [/^coin (?<coin>\S+) on (?<network>\S+)$/, 'subject_networkCoin'],
  [/^coin (?<coin>\S+)$/, 'subject_coin'],
  [/^market maker of pair (?<pair>.+)$/, 'subject_maker'],
  [/^network (?<network>\S+)$/, 'subject_network'],
  [/^parameter (?<name>\S+)$/, 'subject_parameter'],
  [/^finance offer (?<offer>\d+)$/, 'subject_finance'],
  [/^mining offer (?<offer>\d+)$/, 'subject_mining'],
  [/^fund offer (?<offer>\d+)$/, 'subject_fund'],
  [/^subscription offer (?<offer>\d+)$/, 'subject_subscription'],
  // Another product is shown by its name in the core.
  [/^(?<product>\S+) offer (?<offer>\d+)$/, 'subject_offer'],
  [/^fee tiers$/, 'subject_feeTiers'],
  [/^seconds contracts of all pairs$/, 'subject_contracts'],
  [/^seconds contracts of pair (?<pair>.+)$/, 'subject_contractPair'],
  [/^notice (?<title>.+)$/s, 'subject_notice'],
  [/^user (?<user>\d+)$/, 'subject_person'],
  [/^account (?<account>\S+)$/, 'subject_account'],
  [/^(?<amount>[\d.]+) (?<coin>\S+) from (?<from>\S+) to (?<to>\S+)$/, 'subject_move'],
  [/^operator (?<name>.+)$/, 'subject_operator'],
  [/^prepared reply (?<reply>\d+)$/, 'subject_reply'],
  [/^a new prepared reply$/, 'subject_newReply'],
];

/** The text of a subject. An unknown subject is returned unchanged. */
export function subjectText(t: Translate<TextKey>, subject: string): string {
  for (const [pattern, text] of SUBJECTS) {
    const found = pattern.exec(subject);
    if (found === null) continue;
    return t(text, valuesOf(t, found.groups ?? {}));
  }
  return subject;
}

/** Numbers of chats, amounts, and accounts of the house as people read them. */
function valuesOf(
  t: Translate<TextKey>,
  { chat, reply, amount, ...values }: Readonly<Record<string, string>>,
): Record<string, string> {
  const worded = { ...values };
  for (const name of ['account', 'from', 'to']) {
    const account = values[name];
    if (account !== undefined) worded[name] = accountName(t, groupOf(account), account);
  }
  const number = chat ?? reply;
  if (number !== undefined) worded['number'] = chatNumber(Number(number));
  if (amount !== undefined) worded['amount'] = amountText(amount);
  return worded;
}

/** Of the days of a statement. */
const DAYS = /^(?<from>\d{4}-\d\d-\d\d) to (?<to>\d{4}-\d\d-\d\d)$/;
const DETAILS: Readonly<Record<string, TextKey>> = {
  'desk/reply note': 'note',
  'desk/set-presence on': 'detail_on',
  'desk/set-presence off': 'detail_off',
  'people/reset-second-factor stopped by its owner': 'detail_resetByOwner',
  'people/reset-second-factor stopped the second factor was used': 'detail_resetByUse',
  'people/reset-second-factor stopped the credentials of the account were changed': 'detail_resetByChange',
};

/**
 * The text of a detail. Most are names and addresses and stay unchanged; words such as 'note' are
 * translated.
 */
export function detailText(t: Translate<TextKey>, { act, detail }: Pick<AuditRow, 'act' | 'detail'>): string {
  const days = DAYS.exec(detail)?.groups;
  if (days !== undefined) return t('detail_days', days);
  const word = DETAILS[`${act} ${detail}`];
  return word === undefined ? detail : t(word);
}
