/** What acts of operators on cases of the watch would do, and how they are done. */
import type { Refusal } from '@glasshouse/protocol';
import type { WatchConclusion } from '@glasshouse/protocol/watch/rules';
import type { Words } from '../../../contract/operator-acts.ts';
import type { Ports } from '../../../contract/ports.ts';
import type { FeatureHandlers } from '../../../http/handler.ts';
import { CASE_STATE, type CaseStore } from '../case-store.ts';
import { subjectOf } from './queue.ts';

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'id' };
const WORDS = {
  note: { en: 'Note', zh: '备注' },
  noted: { en: 'kept with the case, for operators', zh: '保存于案件，仅运营人员可见' },
  state: { en: 'State', zh: '状态' },
  open: { en: 'open', zh: '待处理' },
  accounts: { en: 'The accounts', zh: '相关账户' },
  unchanged: { en: 'nothing changes', zh: '不作任何变更' },
} as const satisfies Record<string, Words>;
const CLOSED: Readonly<Record<WatchConclusion, Words>> = {
  nothing: { en: 'closed: nothing found', zh: '已关闭：未发现问题' },
  warned: { en: 'closed: warned', zh: '已关闭：已警告' },
  restricted: { en: 'closed: restricted', zh: '已关闭：已限制' },
  reported: { en: 'closed: reported', zh: '已关闭：已上报' },
};

export function watchActHandlers(
  store: CaseStore,
  { act }: Pick<Ports['operators'], 'act'>,
): Pick<FeatureHandlers<'watch'>, 'watch/note' | 'watch/close'> {
  return {
    'watch/note': act('watch/note', async ({ id }) => {
      const stored = await store.find(id);
      if (stored === null) return NOT_FOUND;
      return {
        subject: subjectOf(stored),
        effect: [{ what: WORDS.note, before: null, after: WORDS.noted }],
        run: async (by) => {
          await store.note(id, by);
          return null;
        },
      };
    }),
    'watch/close': act('watch/close', async ({ id, conclusion }) => {
      const stored = await store.find(id);
      if (stored === null) return NOT_FOUND;
      if (stored.state === CASE_STATE.closed) return { error: 'watch/closed' };
      return {
        subject: subjectOf(stored),
        effect: [
          { what: WORDS.state, before: WORDS.open, after: CLOSED[conclusion] },
          // What is done to an account is an act of its own, which its owner reads.
          { what: WORDS.accounts, before: null, after: WORDS.unchanged },
        ],
        run: async (by) => ((await store.close(id, conclusion, by)) ? null : { error: 'watch/closed' }),
      };
    }),
  };
}
