/**
 * /setting/address: the book of withdrawal addresses, their waiting day, and the switch that
 * restricts withdrawals to them.
 */
import { Button, CoinMark, DateTime, Note, Switch, Tag } from '@glasshouse/ui';
import type { AddressRow } from '@glasshouse/protocol/wallet';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { removeAddress, useAddresses } from './address-calls.ts';
import type { AddressDialog } from './AddressDialogs.tsx';

const AddressDialogs = lazy(() =>
  import('./AddressDialogs.tsx').then((module) => ({ default: module.AddressDialogs })),
);
const ROW_PX = 56;
const ENDS = { first: 10, last: 8 } as const;

export function AddressPage() {
  const { t } = useTranslation();
  const book = useAddresses();
  const [dialog, setDialog] = useState<AddressDialog>();
  return (
    <>
      <PageHeader
        title={t('address.title')}
        lead={t('address.lead')}
        article="add-address"
        right={
          <Button tone="brand" onClick={() => setDialog('add')}>
            <Plus aria-hidden size={15} />
            {t('address.add')}
          </Button>
        }
      />
      {book.data === undefined && <CardLoading query={book} cards={[72, 90, 40]} />}
      {book.data !== undefined && (
        <div className="grid gap-4">
          <section className="border-line bg-panel flex items-center gap-4 rounded-xl border px-5 py-4">
            <div className="flex-1">
              <h2 className="text-[14px] font-semibold">{t('address.whitelist')}</h2>
              <p className="text-mut mt-0.5">{t('address.whitelistText')}</p>
            </div>
            <Switch
              label={t('address.whitelist')}
              checked={book.data.whitelistOnly}
              onChange={() => setDialog('whitelist')}
            />
          </section>
          <Book book={book} list={book.data.list} onAdd={() => setDialog('add')} onEdit={setDialog} />
          <Note>{t('address.note')}</Note>
        </div>
      )}
      {dialog !== undefined && book.data !== undefined && (
        <Suspense>
          <AddressDialogs
            dialog={dialog}
            whitelistOnly={book.data.whitelistOnly}
            close={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface BookProps {
  readonly book: ReturnType<typeof useAddresses>;
  readonly list: readonly AddressRow[];
  readonly onAdd: () => void;
  readonly onEdit: (row: AddressRow) => void;
}
function Book({ book, list, onAdd, onEdit }: BookProps) {
  const { t } = useTranslation();
  const { isPending, isError, refetch, dataUpdatedAt } = book;
  return (
    <section className="border-line bg-panel rounded-xl border">
      <DataTable
        look="fixed"
        label={t('address.title')}
        list={{ rows: list, isPending, isError, refetch }}
        emptyText={t('address.empty')}
        emptyAction={
          <Button size="sm" onClick={onAdd}>
            {t('address.add')}
          </Button>
        }
        columns={useAddressColumns(dataUpdatedAt, onEdit)}
        rowKey={(row) => row.id}
        rowHeight={ROW_PX}
      />
    </section>
  );
}

/** `nowMs` is when the book was read. */
function useAddressColumns(nowMs: number, onEdit: BookProps['onEdit']): Column<AddressRow>[] {
  const { t } = useTranslation();
  return [
    { key: 'coin', head: t('wallet.coin'), width: '160px', render: (row) => <Coin row={row} /> },
    { key: 'address', head: t('address.address'), render: (row) => <Address row={row} /> },
    {
      key: 'note',
      head: t('address.noteLabel'),
      width: '238px',
      className: 'truncate',
      render: ({ note }) => <span title={note}>{note === '' ? '–' : note}</span>,
    },
    {
      key: 'state',
      head: t('address.state'),
      width: '196px',
      className: 'leading-[18px]',
      render: (row) => <State row={row} isUsable={row.usableTime <= nowMs} />,
    },
    {
      key: 'acts',
      head: t('spot.action'),
      headHidden: true,
      width: '104px',
      render: (row) => (
        <span className="flex justify-end">
          <button
            type="button"
            aria-label={t('address.edit', { address: row.address })}
            onClick={() => onEdit(row)}
            className="text-mut hover:bg-raised hover:text-fg grid size-8 place-items-center rounded-md"
          >
            <Pencil aria-hidden size={15} />
          </button>
          <RemoveButton row={row} />
        </span>
      ),
    },
  ];
}

function Coin({ row }: { readonly row: AddressRow }) {
  return (
    <span className="flex items-center gap-2.5">
      <CoinMark code={row.currency} />
      <span className="leading-[17px]">
        <b className="block text-[13px] font-semibold">{row.currency}</b>
        <span className="text-mut">{row.chain}</span>
      </span>
    </span>
  );
}

function Address({ row }: { readonly row: AddressRow }) {
  const { t } = useTranslation();
  const { first, last } = ENDS;
  return (
    <>
      <span translate="no" className="notranslate hash block truncate text-[12.5px]" title={row.address}>
        <b className="text-brand-ink font-medium">{row.address.slice(0, first)}</b>
        {row.address.slice(first, -last)}
        <b className="text-brand-ink font-medium">{row.address.slice(-last)}</b>
      </span>
      {row.memo !== '' && (
        <span className="text-mut">
          {t('address.memo')}: {row.memo}
        </span>
      )}
    </>
  );
}

function State({ row, isUsable }: { readonly row: AddressRow; readonly isUsable: boolean }) {
  const { t } = useTranslation();
  if (isUsable) return <Tag tone="info">{t('address.usable')}</Tag>;
  return (
    <>
      <Tag tone="warn">{t('address.cooling')}</Tag>
      <span className="text-mut block">
        <DateTime timeMs={row.usableTime} />
      </span>
    </>
  );
}

function RemoveButton({ row }: { readonly row: AddressRow }) {
  const { t } = useTranslation();
  const remove = useMutation({
    mutationFn: () => removeAddress(row.id),
    onSuccess: () => notify.success(t('address.done.removed')),
    onError: (error) => notify.error(errorText(error)),
  });
  return (
    <button
      type="button"
      aria-label={t('address.remove', { address: row.address })}
      disabled={remove.isPending}
      onClick={() => remove.mutate()}
      className="text-mut hover:bg-raised hover:text-bad grid size-8 place-items-center rounded-md"
    >
      <Trash2 aria-hidden size={15} />
    </button>
  );
}
