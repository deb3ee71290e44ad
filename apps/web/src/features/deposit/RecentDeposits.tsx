/** Incoming transfers, then credited deposits, each newest first. */
import { Card, CoinMark, DateTime, Tag, type TagTone } from '@glasshouse/ui';
import { BY_VOUCHER } from '@glasshouse/protocol/wallet/chains';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { shortHash } from '#shared/short-hash.ts';
import { useArrivals, useDeposits, type ArrivalRow, type DepositFilter, type DepositRow } from './calls.ts';
import { Confirmations } from './Confirmations.tsx';
import { networkName } from '#shared/network-name.ts';

const ROW_PX = 44;
/** No coin has more decimals in the ledger. */
const EXACT_DECIMALS = 8;

type Row = ArrivalRow | DepositRow;

export function RecentDeposits() {
  const { t } = useTranslation();
  return (
    <Card padded={false} className="mt-4 overflow-hidden" title={t('deposit.recent')}>
      <DepositTable emptyText={t('deposit.none')} look="card" />
    </Card>
  );
}

interface DepositTableProps extends Pick<DataTableProps<Row>, 'emptyText' | 'look' | 'detail'> {
  readonly filter?: DepositFilter;
}
/** The table of deposits; incoming transfers come first. */
export function DepositTable({ filter = {}, ...table }: DepositTableProps) {
  const { t } = useTranslation();
  const arrivals = useArrivals();
  const deposits = useDeposits(filter);
  // A credited transfer is in the list of deposits.
  const arriving = (arrivals.data ?? []).filter(
    (row) => row.status !== 'credited' && isSelected(row, filter),
  );
  return (
    <DataTable<Row>
      {...table}
      label={t('deposit.recent')}
      list={{
        ...deposits,
        rows: [...arriving, ...deposits.rows],
        isPending: deposits.isPending || arrivals.isPending,
      }}
      columns={useColumns()}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowHeight={ROW_PX}
    />
  );
}

function isSelected({ currency, time }: ArrivalRow, filter: DepositFilter): boolean {
  // A transfer has no deposit number before it is credited.
  if (filter.id !== undefined) return false;
  const { startTime = 0, endTime = Infinity } = filter;
  const isOfCoin = filter.currency === undefined || filter.currency === currency;
  return isOfCoin && time >= startTime && time < endTime;
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'time',
      head: t('market.time'),
      className: 'text-mut',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    {
      key: 'coin',
      head: t('deposit.coin'),
      render: ({ currency }) => (
        <span className="flex items-center gap-2 font-medium">
          <CoinMark code={currency} size={18} />
          {currency}
        </span>
      ),
    },
    {
      key: 'network',
      head: t('deposit.network'),
      render: ({ chain }) => <span title={networkName(chain)}>{chain}</span>,
    },
    amountColumn<Row>({
      key: 'amount',
      head: t('market.amount'),
      isOwn: true,
      className: 'font-semibold',
      amount: ({ amount: value }) => ({ value, decimals: EXACT_DECIMALS }),
    }),
    {
      key: 'transaction',
      head: t('deposit.transaction'),
      render: (row) => <Transaction row={row} />,
    },
    {
      key: 'confirmations',
      head: t('deposit.confirmations'),
      render: (row) => <Progress row={row} />,
    },
    {
      key: 'status',
      head: t('deposit.statusHead'),
      right: true,
      render: (row) => <Status row={row} />,
    },
  ];
}

function Transaction({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  if (row.kind === 'deposit' && row.txid === '') return t('deposit.voucher', { number: String(row.output) });
  return (
    <code title={row.txid} className="text-brand-ink text-[12px]">
      {shortHash(row.txid, 4)}
    </code>
  );
}

/** Blocks drawn for a credited deposit, because its row does not contain the chain's number. */
const ALL = 12;

function Progress({ row }: { readonly row: Row }) {
  if (row.kind === 'arrival') return <Confirmations count={row.confirmations} needed={row.needed} />;
  return row.txid === '' || BY_VOUCHER.has(row.chain) ? (
    '–'
  ) : (
    <Confirmations count={ALL} needed={ALL} isDone={row.status === 'finished'} />
  );
}

const TONES = {
  confirming: 'info',
  credited: 'ok',
  gone: 'warn',
  'below-minimum': 'mut',
  review: 'warn',
} as const satisfies Record<ArrivalRow['status'], TagTone>;

function Status({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  if (row.kind === 'deposit')
    return row.status === 'finished' ? (
      <Tag>{t('deposit.status.finished')}</Tag>
    ) : (
      <Tag tone="info">{t('deposit.status.tradable')}</Tag>
    );
  const { status, confirmations: count, needed } = row;
  return <Tag tone={TONES[status]}>{t(`deposit.status.${status}`, { count, needed })}</Tag>;
}
