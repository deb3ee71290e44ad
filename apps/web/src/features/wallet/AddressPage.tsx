/** /setting/address: the book of withdrawal addresses, the day they wait, and the switch that lets money go nowhere else. */
import { Button, CoinMark, DateTime, Empty, Note, Switch, Tag } from '@glasshouse/ui';
import type { AddressRow } from '@glasshouse/protocol/wallet';
import { useMutation } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { removeAddress, useAddresses } from './address-calls.ts';

const AddressDialogs = lazy(() =>
  import('./AddressDialogs.tsx').then((module) => ({ default: module.AddressDialogs })),
);
const COLUMNS = 'grid grid-cols-[130px_minmax(0,1fr)_minmax(160px,260px)_180px_44px] items-center gap-4 px-5';
const ENDS = { first: 10, last: 8 } as const;

export function AddressPage() {
  const { t } = useTranslation();
  const book = useAddresses();
  const [dialog, setDialog] = useState<'add' | 'whitelist'>();
  return (
    <>
      <PageHeader
        title={t('address.title')}
        lead={t('address.lead')}
        right={
          <Button tone="brand" onClick={() => setDialog('add')}>
            <Plus aria-hidden size={15} />
            {t('address.add')}
          </Button>
        }
      />
      {book.data === undefined && <CardLoading query={book} cards={[72, 98, 40]} />}
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
          <Book list={book.data.list} nowMs={book.dataUpdatedAt} onAdd={() => setDialog('add')} />
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
  readonly list: readonly AddressRow[];
  /** When the list was read. */
  readonly nowMs: number;
  readonly onAdd: () => void;
}
function Book({ list, nowMs, onAdd }: BookProps) {
  const { t } = useTranslation();
  return (
    <section className="border-line bg-panel rounded-xl border">
      <div className={`${COLUMNS} text-mut h-10`}>
        <span>{t('address.coin')}</span>
        <span>{t('address.address')}</span>
        <span>{t('address.noteLabel')}</span>
        <span>{t('address.state')}</span>
      </div>
      {list.length === 0 ? (
        <div className="border-line border-t">
          <Empty
            title={t('l.noData')}
            text={t('address.empty')}
            action={
              <Button size="sm" onClick={onAdd}>
                {t('address.add')}
              </Button>
            }
          />
        </div>
      ) : (
        list.map((row) => <Row key={row.id} row={row} nowMs={nowMs} />)
      )}
    </section>
  );
}

function Row({ row, nowMs }: { readonly row: AddressRow; readonly nowMs: number }) {
  const { t } = useTranslation();
  const remove = useMutation({
    mutationFn: () => removeAddress(row.id),
    onSuccess: () => notify.success('l.submitted'),
    onError: (error) => notify.error(error.message),
  });
  const isUsable = row.usableTime <= nowMs;
  const { first, last } = ENDS;
  return (
    <div className={`${COLUMNS} border-line min-h-14 border-t`}>
      <span className="flex items-center gap-2.5">
        <CoinMark code={row.currency} />
        <span className="leading-[17px]">
          <b className="block text-[13px] font-semibold">{row.currency}</b>
          <span className="text-mut">{row.chain}</span>
        </span>
      </span>
      <span className="min-w-0">
        <span className="hash block truncate text-[12.5px]" title={row.address}>
          <b className="text-brand-ink font-medium">{row.address.slice(0, first)}</b>
          {row.address.slice(first, -last)}
          <b className="text-brand-ink font-medium">{row.address.slice(-last)}</b>
        </span>
        {row.memo !== '' && (
          <span className="text-mut">
            {t('address.memo')}: {row.memo}
          </span>
        )}
      </span>
      <span className="truncate" title={row.note}>
        {row.note === '' ? '–' : row.note}
      </span>
      <span className="leading-[18px]">
        {isUsable ? (
          <Tag tone="info">{t('address.usable')}</Tag>
        ) : (
          <>
            <Tag tone="warn">{t('address.cooling')}</Tag>
            <span className="text-mut num block">
              <DateTime timeMs={row.usableTime} />
            </span>
          </>
        )}
      </span>
      <button
        type="button"
        aria-label={t('address.remove', { address: row.address })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
        className="text-mut hover:bg-raised hover:text-down grid size-8 place-items-center rounded-md"
      >
        <Trash2 aria-hidden size={15} />
      </button>
    </div>
  );
}
