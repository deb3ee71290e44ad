/** Closed positions, each with its result and a check of it. */
import { Code, DateTime, Empty, Num, Tag, type TagTone } from '@glasshouse/ui';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { useIndexDecimals, usePanelDecimals } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { PanelEdge } from '#shared/PanelEdge.tsx';
import { useUrlText } from '#shared/url-state.ts';
import { LIQUIDATED, useHistory, type PositionRow } from './calls.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { netOf } from './countdown.ts';

const ROW_PX = 36;

export function HistoryPanel() {
  const { t } = useTranslation();
  const [checked, setChecking] = useUrlText('check');
  const checking = checked || undefined;
  const signedIn = useSession() !== null;
  const list = useHistory();
  return (
    <section aria-label={t('seconds.history')} className="bg-panel flex flex-1 flex-col">
      <div className="border-line flex h-10 items-center border-b px-3">
        <h2 className="text-[12.5px] font-medium">{t('seconds.history')}</h2>
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_var(--check-width,316px)] min-[1400px]:grid-cols-[minmax(0,1fr)_var(--check-width,384px)]">
        {signedIn ? (
          <HistoryTable list={list} checking={checking} onCheck={setChecking} />
        ) : (
          <div>
            <Empty title={t('spot.signedOut')} text={t('spot.signedOutText')} />
          </div>
        )}
        <aside className="border-line relative border-l p-4" aria-label={t('seconds.checkThis')}>
          <PanelEdge panel="check" className="-left-[5px]" label={t('seconds.panels.check')} />
          {checking === undefined ? <CheckIntro /> : <CheckPanel key={checking} id={checking} />}
        </aside>
      </div>
    </section>
  );
}

function CheckIntro() {
  const { t } = useTranslation();
  return (
    <div className="text-mut grid min-h-40 content-center gap-2 px-4 text-center">
      <ShieldCheck aria-hidden className="text-brand-ink mx-auto size-6" strokeWidth={1.6} />
      <h3 className="text-fg text-[13px] font-medium">{t('seconds.checkThis')}</h3>
      <p>{t('seconds.checkIntro')}</p>
    </div>
  );
}

export interface HistoryTableProps {
  readonly list: DataTableProps<PositionRow>['list'];
  readonly checking?: string | undefined;
  readonly onCheck?: (id: string) => void;
  /** The text of an empty list; the default says that no contract has ended yet. */
  readonly emptyText?: string | undefined;
  readonly detail?: DataTableProps<PositionRow>['detail'];
}
export function HistoryTable({ list, checking, onCheck, emptyText, detail }: HistoryTableProps) {
  const { t } = useTranslation();
  const columns = useHistoryColumns(onCheck === undefined ? 'full' : 'short');
  const checkColumn = (check: (id: string) => void): Column<PositionRow> => ({
    key: 'check',
    head: t('seconds.check'),
    headHidden: true,
    right: true,
    render: (row) => <CheckButton row={row} pressed={row.id === checking} onPress={() => check(row.id)} />,
  });
  return (
    <DataTable
      look={onCheck === undefined ? 'records' : 'tight'}
      label={t('seconds.history')}
      list={list}
      emptyText={emptyText ?? t('seconds.noHistory')}
      columns={onCheck === undefined ? columns : [...columns, checkColumn(onCheck)]}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
      isChosen={(row) => row.id === checking}
      detail={detail}
    />
  );
}

function useHistoryColumns(time: 'full' | 'short'): Column<PositionRow>[] {
  const { t } = useTranslation();
  const decimalsOf = usePanelDecimals();
  // The short table, on the trading page, has no room for the unit.
  const unitOf = ({ quoteCoin }: PositionRow) => (time === 'full' ? { unit: quoteCoin } : {});
  return [
    {
      key: 'time',
      // The full table shows opening times, because its records are ordered by them.
      head: time === 'full' ? t('market.time') : t('seconds.finished'),
      className: 'text-mut',
      render: (row) => (
        <DateTime timeMs={time === 'full' ? row.time : (row.finishTime ?? row.time)} kind={time} />
      ),
    },
    {
      key: 'pair',
      head: t('market.pair'),
      className: 'font-medium',
      render: (row) => (
        <Code>
          {row.baseCoin}/{row.quoteCoin}
        </Code>
      ),
    },
    {
      key: 'side',
      head: t('spot.side'),
      className: ({ direction }) => `font-medium ${direction === 'up' ? 'text-up' : 'text-down'}`,
      render: (row) => t(`seconds.${row.direction}`),
    },
    {
      key: 'duration',
      head: t('seconds.duration'),
      render: (row) => t('common.seconds', { count: row.holdingTime }),
    },
    amountColumn({
      key: 'stake',
      head: t('seconds.amount'),
      isOwn: true,
      amount: (row) => ({ value: row.openAmount, decimals: decimalsOf(row.quoteCoin), ...unitOf(row) }),
    }),
    {
      key: 'open',
      head: t('seconds.openPrice'),
      right: true,
      render: (row) => <IndexPrice row={row} value={row.openPrice} />,
    },
    {
      key: 'close',
      head: t('seconds.closePrice'),
      right: true,
      render: (row) => <IndexPrice row={row} value={row.finishPrice} />,
    },
    { key: 'result', head: t('seconds.result'), render: (row) => <ResultTag row={row} /> },
    amountColumn({
      key: 'net',
      head: t('seconds.net'),
      className: 'font-semibold',
      isOwn: true,
      amount: (row) => ({
        ...unitOf(row),
        value: netOf(row),
        decimals: decimalsOf(row.quoteCoin),
        signed: true,
        toned: true,
      }),
    }),
  ];
}

function IndexPrice({ row, value }: { readonly row: PositionRow; readonly value: string | null }) {
  return <Num value={value} decimals={useIndexDecimals(row)} />;
}

interface CheckButtonProps {
  readonly row: PositionRow;
  readonly pressed: boolean;
  readonly onPress: () => void;
}
function CheckButton({ row, pressed, onPress }: CheckButtonProps) {
  const { t } = useTranslation();
  if (row.openTick === null || row.finishTick === null) return null;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      title={t('seconds.check')}
      className="text-brand-ink ml-auto flex min-h-6 min-w-6 items-center justify-end gap-1 font-medium"
    >
      <ShieldCheck aria-hidden className="size-3.5" />
      <span className="max-[1399px]:sr-only">{t('seconds.check')}</span>
    </button>
  );
}

export function ResultTag({ row }: { readonly row: PositionRow }) {
  const { t } = useTranslation();
  if (row.status === LIQUIDATED || row.result === null) {
    return (
      <span title={t('seconds.nothingToCheck')}>
        <Tag dot={false}>{t('seconds.results.returned')}</Tag>
      </span>
    );
  }
  const tone: TagTone = { win: 'ok', lose: 'bad', draw: 'mut' }[row.result] as TagTone;
  return (
    <Tag tone={tone} dot={false}>
      {t(`seconds.results.${row.result}`)}
    </Tag>
  );
}
