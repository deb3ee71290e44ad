/** The columns of the queue of withdrawals. */
import type { QueueRow } from '@glasshouse/protocol/funding/office';
import { Code, formatNumber } from '@glasshouse/ui';
import { Age } from '../parts/Age.tsx';
import { amountText, useCoinOnNetworkColumn } from '../parts/columns.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { useTexts } from '../texts.ts';
import { DECIDE_AIM_MS } from './useWithdrawals.ts';
import { isOver, shownState, useRuleText, WITHDRAWAL_STATES } from './words.ts';

const RULES_SHOWN = 2;

export function useColumns(): readonly Column<QueueRow>[] {
  const { t } = useTexts();
  const coinOnNetwork = useCoinOnNetworkColumn();
  return [
    {
      id: 'age',
      head: t('age'),
      width: 82,
      cell: ({ time, state }) => (
        <Age sinceMs={time} {...(state === 'waiting' ? { aimMs: DECIDE_AIM_MS } : {})} />
      ),
    },
    {
      id: 'id',
      head: t('number'),
      width: 66,
      cell: ({ id }) => <Code className="font-medium">W-{id}</Code>,
    },
    { id: 'user', head: t('uid'), width: 66, cell: ({ userId }) => <Code>{userId}</Code> },
    {
      id: 'amount',
      head: t('amount'),
      width: 104,
      align: 'right',
      cell: (row) => (
        <span className={isOver(row) ? undefined : 'font-semibold'}>{amountText(row.amount)}</span>
      ),
    },
    coinOnNetwork,
    {
      id: 'value',
      head: t('aboutUsdt'),
      width: 70,
      align: 'right',
      isLow: true,
      cell: ({ value }) => <span className="text-mut">{formatNumber(value, { decimals: 0 })}</span>,
    },
    {
      id: 'rules',
      head: t('rulesApplied'),
      width: '1fr',
      cell: ({ rules }) => <Applied rules={rules} />,
    },
    { id: 'agreed', head: t('agreed'), width: 58, cell: (row) => <Agreed row={row} /> },
    {
      id: 'state',
      head: t('state'),
      width: 126,
      cell: (row) => <StateTag state={shownState(row)} states={WITHDRAWAL_STATES} />,
    },
  ];
}

function Applied({ rules }: { readonly rules: readonly string[] }) {
  const ruleText = useRuleText();
  if (rules.length === 0) return <span className="text-dim">–</span>;
  const left = rules.length - RULES_SHOWN;
  return (
    <span className="flex gap-1">
      {rules.slice(0, RULES_SHOWN).map((rule) => (
        <Fact key={rule}>{ruleText(rule)}</Fact>
      ))}
      {left > 0 && <Fact>+{left}</Fact>}
    </span>
  );
}

const Fact = ({ children }: { readonly children: React.ReactNode }) => (
  <span className="border-line2 text-mut inline-flex h-[18px] items-center rounded border px-1.5 text-[11px] whitespace-nowrap">
    {children}
  </span>
);

/** One disc for each person, filled once they have approved. */
function Agreed({ row: { approvals, approvalsNeeded } }: { readonly row: QueueRow }) {
  const { t } = useTexts();
  if (approvalsNeeded === null) return <span className="text-mut">–</span>;
  if (approvalsNeeded === 0) return <span className="text-mut">{t('byRule')}</span>;
  return (
    <span
      role="img"
      aria-label={t('agreedOf', { approvals: String(approvals), needed: String(approvalsNeeded) })}
      className="flex items-center gap-1.5"
    >
      {Array.from({ length: approvalsNeeded }, (_, at) => (
        <i
          key={at}
          className={`size-2 rounded-full border ${at < approvals ? 'border-brand bg-brand' : 'border-dim'}`}
        />
      ))}
    </span>
  );
}
