/** What operators did about a user, in words for that user: no operator's name, and no reason. */
import { OPERATOR_CALLS, isAct, type Call } from '@glasshouse/protocol';
import type { Section } from '@glasshouse/protocol/operator-roles';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { readList, type ListPage, type ListRequest, type ListTable } from '../../db/lists.ts';
import type { Language } from '../../http/handler.ts';

interface ToldAct {
  readonly id: number;
  readonly time: number;
  readonly what: string;
}
type Words = Readonly<Record<Language, string>>;

const ACTS = {
  table: 'operator_acts',
  order: ['asked_ms', 'act'],
  key: ['act'],
} as const satisfies ListTable<'operator_acts'>;
/** The number of acts is counted no further. */
const COUNTED_MAX = 10_000;

const OF_ANY: Words = { en: 'The platform acted on your account', zh: '平台对你的账户执行了操作' };
/** Of acts that say nothing themselves. */
const OF_SECTION: Readonly<Partial<Record<Section, Words>>> = {
  identity: {
    en: 'The platform decided on your identity verification',
    zh: '平台处理了你的身份认证',
  },
  withdrawals: { en: 'The platform decided on a withdrawal of yours', zh: '平台处理了你的一笔提现' },
  vouchers: { en: 'The platform decided on a deposit of yours', zh: '平台处理了你的一笔充值' },
};
const SECTIONS: ReadonlyMap<string, Section> = new Map(
  (OPERATOR_CALLS as readonly Call[]).filter(isAct).map(({ name, act }) => [name, act.section]),
);

export function actsOn(
  database: Database,
  { userId, language, ...request }: ListRequest & { readonly userId: number; readonly language: Language },
): Promise<ListPage<ToldAct>> {
  const condition = sql`user_id = ${userId} and user_id <> 0 and state = 'done'`;
  return readList(database, {
    source: ACTS,
    request,
    branches: [condition],
    total: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from
          (select 1 from operator_acts where ${condition} limit ${COUNTED_MAX}) as found`.execute(
        database.kysely,
      );
      return rows[0]?.count ?? 0;
    },
    rowOf: ({ act: id, call, told, decided_ms: decidedMs, asked_ms: askedMs }) => ({
      id,
      // Of two people: when the second one agreed.
      time: decidedMs ?? askedMs,
      what: wordsOf(call, told)[language],
    }),
  });
}

function wordsOf(call: string, told: string): Words {
  if (told !== '') return JSON.parse(told) as Words;
  const section = SECTIONS.get(call);
  return (section === undefined ? undefined : OF_SECTION[section]) ?? OF_ANY;
}
