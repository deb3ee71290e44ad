/** Tables of postings of all accounts, and of transfers. */
import { CoinMark, DateTime } from '@glasshouse/ui';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PostingReason } from '../PostingReason.tsx';
import type { LedgerRow, TransferRow } from './calls.ts';

const ROW_PX = 40;
/** No coin has more in the ledger. */
const EXACT_DECIMALS = 8;

type TableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'list' | 'emptyText' | 'detail'>;

interface LedgerTableProps extends TableProps<LedgerRow> {
  /** The name of a product by its feature, undefined for an unknown one. */
  readonly productName: (feature: string) => string | undefined;
}
export function LedgerTable({ productName, ...table }: LedgerTableProps) {
  return (
    <DataTable
      {...table}
      look="records"
      columns={useLedgerColumns(productName)}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
    />
  );
}

function useLedgerColumns(productName: LedgerTableProps['productName']): Column<LedgerRow>[] {
  const { t } = useTranslation();
  const figure = (key: 'amount' | 'frozen', head: string, className: string) =>
    amountColumn<LedgerRow>({
      key,
      head,
      isOwn: true,
      className,
      amount: (row) => ({ value: row[key], unit: row.currency, decimals: EXACT_DECIMALS, signed: true }),
    });
  return [
    useTimeColumn(),
    {
      key: 'kind',
      head: t('records.kind'),
      render: ({ record: { kind, id } }) => {
        // An order of a product is named '<feature>-<number>'.
        const at = id.lastIndexOf('-');
        const product = productName(id.slice(0, Math.max(at, 0)));
        return (
          <>
            <span className="font-medium">{product ?? t(`records.kinds.${kind}`)}</span>
            <span className="text-mut num"> #{product === undefined ? id : id.slice(at + 1)}</span>
          </>
        );
      },
    },
    { key: 'reason', head: t('wallet.reason'), render: (row) => <PostingReason reason={row.reason} /> },
    { key: 'account', head: t('records.account'), render: ({ account }) => <Account number={account} /> },
    figure('amount', t('wallet.changeColumn'), 'font-semibold'),
    figure('frozen', t('wallet.frozen'), 'text-mut'),
    {
      key: 'sequence',
      head: t('wallet.sequence'),
      right: true,
      className: 'text-mut num',
      render: (row) => row.seq,
    },
  ];
}

export function TransferTable(table: TableProps<TransferRow>) {
  return (
    <DataTable
      {...table}
      look="records"
      columns={useTransferColumns()}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
    />
  );
}

function useTransferColumns(): Column<TransferRow>[] {
  const { t } = useTranslation();
  return [
    useTimeColumn(),
    {
      key: 'coin',
      head: t('wallet.coin'),
      render: ({ currency }) => (
        <span className="flex items-center gap-2 font-medium">
          <CoinMark code={currency} size={18} />
          {currency}
        </span>
      ),
    },
    {
      key: 'from',
      head: t('records.fromAccount'),
      render: ({ fromAccount }) => <Account number={fromAccount} />,
    },
    { key: 'to', head: t('records.toAccount'), render: ({ toAccount }) => <Account number={toAccount} /> },
    amountColumn<TransferRow>({
      key: 'amount',
      head: t('market.amount'),
      isOwn: true,
      className: 'font-semibold',
      amount: ({ amount: value }) => ({ value, decimals: EXACT_DECIMALS }),
    }),
    {
      key: 'sequence',
      head: t('wallet.sequence'),
      right: true,
      className: 'text-mut num',
      render: (row) => row.id,
    },
  ];
}

function useTimeColumn<Row extends { readonly time: number }>(): Column<Row> {
  const { t } = useTranslation();
  return {
    key: 'time',
    head: t('market.time'),
    className: 'text-mut',
    render: (row) => <DateTime timeMs={row.time} />,
  };
}

function Account({ number }: { readonly number: number }) {
  const { find } = useTranslation();
  return find(`wallet.accounts.${number}`) ?? String(number);
}
