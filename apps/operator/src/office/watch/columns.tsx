/** The columns of the queue of the watch, and of a case's evidence. */
import type { WatchCaseRow, WatchEvidence } from '@glasshouse/protocol/watch/office';
import { Code, formatTime } from '@glasshouse/ui';
import { Age } from '../parts/Age.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { useTexts } from '../texts.ts';
import { User } from './User.tsx';
import { WATCH_AIM_MS } from './useWatch.ts';
import { usdtText, WATCH_STATE_TEXTS } from './words.ts';

const ACCOUNTS_NAMED = 4;

/** `isNarrow`: the evidence of a case stands beside the table. */
export function useColumns(isNarrow: boolean): readonly Column<WatchCaseRow>[] {
  const { t } = useTexts();
  const age: Column<WatchCaseRow> = {
    id: 'age',
    head: t('age'),
    width: 62,
    cell: ({ time, state }) => <Age sinceMs={time} {...(state === 'open' ? { aimMs: WATCH_AIM_MS } : {})} />,
  };
  const rule: Column<WatchCaseRow> = {
    id: 'rule',
    head: t('rule'),
    width: isNarrow ? '1fr' : 140,
    cell: (row) => <span className="font-medium">{t(`watch_rule_${row.rule}`)}</span>,
  };
  const value: Column<WatchCaseRow> = {
    id: 'value',
    head: isNarrow ? 'USDT' : t('watch_value'),
    width: isNarrow ? 96 : 160,
    align: 'right',
    cell: (row) => usdtText(row.value),
  };
  if (isNarrow) return [age, rule, value];
  return [
    age,
    { id: 'id', head: t('number'), width: 72, cell: ({ id }) => <Code>M-{id}</Code> },
    rule,
    {
      id: 'accounts',
      head: t('watch_accounts'),
      width: '1fr',
      cell: ({ accounts, accountCount }) => {
        const named = accounts.slice(0, ACCOUNTS_NAMED);
        const more = accountCount - named.length;
        return (
          <>
            <Code>{named.join(' · ')}</Code>
            {more > 0 && <span className="text-mut ml-2">{t('watch_more', { count: more })}</span>}
          </>
        );
      },
    },
    {
      id: 'evidence',
      head: t('watch_evidence'),
      width: 84,
      align: 'right',
      isLow: true,
      cell: (row) => row.evidenceCount,
    },
    value,
    {
      id: 'state',
      head: t('state'),
      width: 124,
      cell: ({ state }) => <StateTag state={state} states={WATCH_STATE_TEXTS} />,
    },
  ];
}

export function useEvidenceColumns(): readonly Column<WatchEvidence>[] {
  const { t } = useTexts();
  return [
    {
      id: 'time',
      head: t('time'),
      width: 112,
      cell: ({ time }) => <span className="text-mut">{formatTime(time, 'recent')}</span>,
    },
    {
      id: 'what',
      head: t('watch_what'),
      width: '1fr',
      cell: ({ kind, what }) => (
        <>
          {t(`watch_kind_${kind}`)} <Code className="text-mut ml-1">{what}</Code>
        </>
      ),
    },
    { id: 'from', head: t('watch_from'), width: 76, cell: ({ from }) => <User id={from} /> },
    { id: 'to', head: t('watch_to'), width: 76, cell: ({ to }) => to !== null && <User id={to} /> },
    {
      id: 'value',
      head: 'USDT',
      width: 108,
      align: 'right',
      cell: ({ value }) => value !== null && usdtText(value),
    },
  ];
}
