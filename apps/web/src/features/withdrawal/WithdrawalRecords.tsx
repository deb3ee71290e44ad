/** The user's withdrawals, newest first, kept up to date by the account channel. */
import { Card, CoinMark, DateTime, Tag, type TagTone } from '@glasshouse/ui';
import { useState } from 'react';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { shortHash } from '#shared/short-hash.ts';
import { useWithdrawals, type Withdrawal } from './calls.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { shortAddress } from './short-address.ts';

const ROW_PX = 44;
/** No coin has more decimals in the ledger. */
const EXACT_DECIMALS = 8;
/** Finished withdrawals are muted, so that open ones stand out. */
const TONES: Readonly<Record<Withdrawal['status'], TagTone>> = {
  pending: 'warn',
  paying: 'info',
  finished: 'mut',
  rejected: 'bad',
  cancelled: 'mut',
};

export function StatusTag({ status }: { readonly status: Withdrawal['status'] }) {
  const { t } = useTranslation();
  return <Tag tone={TONES[status]}>{t(`withdrawal.states.${status}`)}</Tag>;
}

export function WithdrawalRecords() {
  const { t } = useTranslation();
  return (
    <Card padded={false} className="mt-4 overflow-hidden" title={t('withdrawal.records')}>
      <WithdrawalTable list={useWithdrawals()} emptyText={t('withdrawal.noRecords')} look="card" />
    </Card>
  );
}

/** The table of withdrawals. A pending one has a button that cancels it. */
export function WithdrawalTable(
  table: Pick<DataTableProps<Withdrawal>, 'list' | 'emptyText' | 'look' | 'detail'>,
) {
  const { t } = useTranslation();
  const [cancelling, setCancelling] = useState<Withdrawal>();
  return (
    <>
      <DataTable
        {...table}
        label={t('withdrawal.records')}
        columns={useColumns(setCancelling)}
        rowKey={(row) => row.id}
        rowHeight={ROW_PX}
      />
      {cancelling !== undefined && (
        <CancelDialog withdrawal={cancelling} close={() => setCancelling(undefined)} />
      )}
    </>
  );
}

function useColumns(cancel: (row: Withdrawal) => void): Column<Withdrawal>[] {
  const { t } = useTranslation();
  return [
    ...useAmountColumns(),
    {
      key: 'to',
      head: t('withdrawal.to'),
      render: ({ address }) => (
        <span translate="no" className="notranslate hash text-[12px]" title={address}>
          {shortAddress(address)}
        </span>
      ),
    },
    {
      key: 'transaction',
      head: t('withdrawal.transaction'),
      render: ({ txid }) =>
        txid === '' ? (
          '–'
        ) : (
          <span translate="no" className="notranslate hash text-[12px]" title={txid}>
            {shortHash(txid)}
          </span>
        ),
    },
    {
      key: 'status',
      head: t('withdrawal.state'),
      render: ({ status }) => <StatusTag status={status} />,
    },
    {
      key: 'act',
      head: t('spot.action'),
      headHidden: true,
      right: true,
      render: (row) => <Acts row={row} cancel={cancel} />,
    },
  ];
}

function useAmountColumns(): Column<Withdrawal>[] {
  const { t } = useTranslation();
  const amount = (pick: (row: Withdrawal) => string) => (row: Withdrawal) => ({
    value: pick(row),
    unit: row.currency,
    decimals: EXACT_DECIMALS,
  });
  return [
    {
      key: 'time',
      head: t('market.time'),
      className: 'text-mut',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    {
      key: 'coin',
      head: t('withdrawal.coin'),
      render: ({ currency, chain }) => (
        <span className="flex items-center gap-2">
          <CoinMark code={currency} size={20} />
          <b className="font-semibold">{currency}</b>
          <span className="text-mut">{chain}</span>
        </span>
      ),
    },
    amountColumn<Withdrawal>({
      key: 'amount',
      head: t('withdrawal.arrives'),
      isOwn: true,
      className: 'font-semibold',
      amount: amount((row) => row.amount),
    }),
    amountColumn<Withdrawal>({
      key: 'fee',
      head: t('withdrawal.networkFee'),
      className: 'text-mut',
      amount: amount((row) => row.fee),
    }),
  ];
}

function Acts({ row, cancel }: { readonly row: Withdrawal; readonly cancel: (row: Withdrawal) => void }) {
  const { t } = useTranslation();
  return (
    <span className="flex justify-end gap-4">
      {row.status === 'pending' && (
        <button type="button" className="text-bad font-medium" onClick={() => cancel(row)}>
          {t('withdrawal.cancel.button')}
        </button>
      )}
      <PageLink
        to="/account/withdrawel"
        search={{ withdrawal: row.id }}
        className="text-brand-ink font-medium"
      >
        {t('withdrawal.details')}
      </PageLink>
    </span>
  );
}
