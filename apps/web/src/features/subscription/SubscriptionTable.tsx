/** The user's subscriptions. Before the close, outcomes are shown as if the project closed now. */
import { Button, CoinMark, DateTime, Tag, type TagTone } from '@glasshouse/ui';
import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Balance } from '#shared/Balance.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { offerText } from '#shared/products/offer-name.ts';
import { useNow } from '#shared/products/useNow.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useProjects, type ProjectRow, type SubscriptionRow } from './calls.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { CheckDialog } from './CheckDialog.tsx';
import { TimeLeft } from '#shared/products/TimeLeft.tsx';
import { outcomeAt } from './sale.ts';

const ROW_PX = 52;
const SECOND_MS = 1_000;
const DECIMALS = 8;
const [OPEN, CLOSED, DISTRIBUTED] = [0, 1, 2];
const TONES: readonly TagTone[] = ['info', 'warn', 'mut', 'mut'];
const NAMES = ['open', 'closed', 'distributed', 'cancelled'] as const;

/** The action and the subscription for which a dialog is open. */
interface Asked {
  readonly what: 'cancel' | 'check';
  readonly row: SubscriptionRow;
}

export function SubscriptionTable(
  table: Pick<DataTableProps<SubscriptionRow>, 'list' | 'emptyText' | 'emptyAction' | 'detail'>,
) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked>();
  const projectOf = useProjectOf();
  const project = asked === undefined ? undefined : projectOf(asked.row.project);
  const nameOf = useProjectName();
  return (
    <>
      <DataTable
        {...table}
        look="records"
        label={t('subscription.orders')}
        columns={useColumns(setAsked)}
        rowKey={(row) => row.id}
        rowHeight={ROW_PX}
      />
      {asked?.what === 'cancel' && (
        <CancelDialog row={asked.row} name={nameOf(asked.row.project)} close={() => setAsked(undefined)} />
      )}
      {asked?.what === 'check' && project !== undefined && (
        <CheckDialog project={project} own={asked.row.id} close={() => setAsked(undefined)} />
      )}
    </>
  );
}

function useProjectOf(): (number: number) => ProjectRow | undefined {
  const { data } = useProjects();
  return (number) => data?.find(({ project }) => project === number);
}

/** The name of a subscription's project. */
export function useProjectName(): (number: number) => string {
  const { language } = useTranslation();
  const projectOf = useProjectOf();
  return (number) => {
    const project = projectOf(number);
    return project === undefined ? `#${number}` : offerText(project, language).name;
  };
}

/** The outcome of a subscription: final after the close, before it as if the project closed now. */
export function resultOf(row: SubscriptionRow, project: ProjectRow | undefined) {
  if (row.status !== OPEN) return { isKnown: true, ...row };
  if (project === undefined) return undefined;
  return { isKnown: false, ...outcomeAt(project, row.amount, project.total) };
}

function useColumns(ask: (asked: Asked) => void): Column<SubscriptionRow>[] {
  const { t } = useTranslation();
  const projectOf = useProjectOf();
  const nameOf = useProjectName();
  const figure =
    (of: 'coins' | 'cost' | 'returned') =>
    (row: SubscriptionRow): ReactNode => {
      const result = resultOf(row, projectOf(row.project));
      if (result === undefined) return '–';
      if (result.isKnown) return <Balance value={result[of]} decimals={DECIMALS} />;
      return (
        <span className="text-mut">
          ≈ <Balance value={result[of]} decimals={2} />
        </span>
      );
    };
  return [
    projectColumn(t('subscription.project'), nameOf),
    {
      key: 'time',
      head: t('subscription.subscribed'),
      className: 'text-mut num',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    {
      key: 'amount',
      head: t('subscription.paid'),
      right: true,
      render: (row) => <Balance value={row.amount} decimals={DECIMALS} unit={row.currency} />,
    },
    {
      key: 'coins',
      head: t('subscription.coins'),
      right: true,
      className: 'font-semibold',
      render: figure('coins'),
    },
    { key: 'cost', head: t('subscription.cost'), right: true, render: figure('cost') },
    { key: 'returned', head: t('subscription.returned'), right: true, render: figure('returned') },
    {
      key: 'status',
      head: t('subscription.status'),
      render: (row) => (
        <Tag tone={TONES[row.status] ?? 'mut'}>
          {t(`subscription.statuses.${NAMES[row.status] ?? 'open'}`)}
        </Tag>
      ),
    },
    {
      key: 'act',
      head: t('subscription.actions'),
      headHidden: true,
      right: true,
      render: (row) => <Act {...{ row, ask }} />,
    },
  ];
}

function projectColumn(head: string, nameOf: (project: number) => string): Column<SubscriptionRow> {
  return {
    key: 'project',
    head,
    render: (row) => (
      <span className="flex items-center gap-2.5">
        <CoinMark code={row.coin} size={26} />
        <span>
          <b className="block leading-4 font-semibold">{nameOf(row.project)}</b>
          <span className="text-mut text-[12px]">
            {row.coin} · S-{row.id}
          </span>
        </span>
      </span>
    ),
  };
}

/** While it is possible: the button, and how long. */
function Cancel({ row, ask }: { readonly row: SubscriptionRow; readonly ask: (asked: Asked) => void }) {
  const { t } = useTranslation();
  if (useNow(SECOND_MS) >= row.cancelUntil)
    return <span className="text-mut text-[12px]">{t('subscription.cancel.firm')}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <span className="text-mut text-[12px]">
        <TimeLeft untilMs={row.cancelUntil} />
      </span>
      <Button size="xs" tone="ghost" onClick={() => ask({ what: 'cancel', row })}>
        {t('subscription.cancel.open')}
      </Button>
    </span>
  );
}

function Act({ row, ask }: { readonly row: SubscriptionRow; readonly ask: (asked: Asked) => void }) {
  const { t } = useTranslation();
  if (row.status === OPEN) return <Cancel {...{ row, ask }} />;
  if (row.status !== CLOSED && row.status !== DISTRIBUTED) return null;
  return (
    <Button size="xs" tone="ghost" className="text-brand-ink" onClick={() => ask({ what: 'check', row })}>
      <ShieldCheck aria-hidden size={14} />
      {t('subscription.check.open')}
    </Button>
  );
}
