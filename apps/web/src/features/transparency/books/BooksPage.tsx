/** The public books: what each product owes and has set aside, and that every coin adds up. */
import { Button, Card, CoinMark, DateTime, formatNumber, Num, Seal, Tag } from '@glasshouse/ui';
import { Check, CircleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { usePanelDecimals } from '#data/pairs.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { useBooks, type Books, type CoinRow, type ReserveRow } from './calls.ts';
import { checkBooks, differenceOf, isCovered, type BookCheck } from './check-books.ts';

const ROW_PX = 44;
/** As many as a demo has. */
const LOADING = { reserves: 11, coins: 12 } as const;
const LIMITS = ['borrowed', 'outside', 'sources'] as const;
/** No coin has more in the ledger. */
const EXACT_DECIMALS = 8;

export function BooksPage() {
  const { t } = useTranslation();
  const books = useBooks();
  const list = { ...books, isError: books.isError && books.data === undefined };
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-6">
      <PageHeader title={t('about.books')} lead={t('books.lead')} article="check-books" />
      <div className="grid grid-cols-[minmax(0,1fr)_clamp(240px,100vw-1060px,300px)] items-start gap-4">
        <div className="grid gap-4">
          <Card
            padded={false}
            title={t('books.ended')}
            aside={t('books.endedAside')}
            className="overflow-hidden"
          >
            <DataTable
              look="card"
              label={t('books.ended')}
              list={{ ...list, rows: books.data?.reserves ?? [] }}
              loadingRows={LOADING.reserves}
              emptyText={t('books.nothing')}
              columns={useReserveColumns()}
              rowKey={({ product, currency }) => `${product} ${currency}`}
              rowHeight={ROW_PX}
            />
            <OwedInCoins reserves={books.data?.reserves ?? []} />
          </Card>
          <Card
            padded={false}
            title={t('books.coins')}
            aside={t('books.coinsAside')}
            className="overflow-hidden"
          >
            <DataTable
              look="card"
              label={t('books.coins')}
              list={{ ...list, rows: books.data?.coins ?? [] }}
              loadingRows={LOADING.coins}
              emptyText={t('books.nothing')}
              columns={useCoinColumns()}
              rowKey={({ currency }) => currency}
              rowHeight={ROW_PX}
            />
          </Card>
        </div>
        <div className="grid gap-4">
          <LedgerState books={books.data} />
          <Card title={t('books.limits.title')}>
            <ul className="grid gap-3.5">
              {LIMITS.map((limit) => (
                <li key={limit} className="flex gap-2.5">
                  <CircleAlert aria-hidden size={15} className="text-warn mt-0.5 shrink-0" />
                  <span>
                    <b className="block text-[13px] font-semibold">{t(`books.limits.${limit}.name`)}</b>
                    <span className="text-mut">{t(`books.limits.${limit}.text`)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </main>
  );
}

/** What products owe in the coins that they hold, beyond what a reserve has set aside. */
function OwedInCoins({ reserves }: { readonly reserves: readonly ReserveRow[] }) {
  const { t, find } = useTranslation();
  const decimalsOf = usePanelDecimals();
  return reserves.map(({ product, currency: coin, inCoins }) => {
    if (inCoins === null) return null;
    const [now, held] = [inCoins.now, inCoins.held].map((value) =>
      formatNumber(value, { decimals: decimalsOf(coin) }),
    );
    const name = find(`section.${product}.name`) ?? product;
    return (
      <p
        key={`${product} ${coin}`}
        className="text-mut border-line border-t px-5 py-2.5 text-[12.5px] leading-[18px]"
      >
        {t('books.inCoins', { product: name, coin, now: now ?? '–', held: held ?? '–' })}
      </p>
    );
  });
}

function LedgerState({ books }: { readonly books: Books | undefined }) {
  const { t } = useTranslation();
  const [check, setCheck] = useState<BookCheck>();
  return (
    <Card title={t('books.state')}>
      <p className="flex items-baseline gap-2">
        <b className="text-[26px] leading-8 font-semibold">
          {books === undefined ? '–' : <Num value={books.seq} decimals={0} />}
        </b>
        <span className="text-mut">{t('books.commands')}</span>
      </p>
      <div className="bg-raised/50 mt-3 flex min-h-[78px] items-start gap-1 rounded-lg px-2.5 py-3 font-mono text-[12px] leading-[18px] break-all">
        <span className="min-w-0 flex-1">{books?.journal ?? ' '}</span>
        {books !== undefined && <CopyButton text={books.journal} label={t('books.copy')} />}
      </div>
      <p className="text-mut mt-2">
        {t('books.asOf')} {books === undefined ? '–' : <DateTime timeMs={books.time} kind="full" />}
      </p>
      <Button
        tone="brand"
        className="mt-4 w-full"
        disabled={books === undefined}
        onClick={() => books !== undefined && setCheck(checkBooks(books))}
      >
        {t('books.check')}
      </Button>
      <div aria-live="polite">{check !== undefined && <Checked check={check} />}</div>
    </Card>
  );
}

function Checked({ check }: { readonly check: BookCheck }) {
  const { t } = useTranslation();
  const { coins, reserves, wrong } = check;
  if (wrong.length > 0)
    return (
      <p className="text-bad mt-4 flex gap-2">
        <X aria-hidden size={16} className="mt-0.5 shrink-0" />
        {t('books.wrong', { list: wrong.join(', ') })}
      </p>
    );
  return (
    <ul className="mt-4 grid gap-2">
      {[t('books.coinsRight', { count: coins }), t('books.reservesRight', { count: reserves })].map(
        (fact) => (
          <li key={fact} className="flex gap-2">
            <Check aria-hidden size={16} className="text-brand-ink mt-0.5 shrink-0" />
            {fact}
          </li>
        ),
      )}
    </ul>
  );
}

function useReserveColumns(): Column<ReserveRow>[] {
  const { t, find } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const figure = (key: 'customers' | 'owedNow' | 'owedAtMost' | 'reserved' | 'free', className: string) =>
    amountColumn<ReserveRow>({
      key,
      head: t(`books.${key}`),
      className,
      amount: (row) => ({ value: row[key], decimals: decimalsOf(row.currency) }),
    });
  return [
    {
      key: 'product',
      head: t('books.product'),
      render: ({ product, currency, count }) => (
        <span className="flex items-center gap-2.5">
          <CoinMark code={currency} size={20} />
          <b className="font-semibold">{find(`section.${product}.name`) ?? product}</b>
          <span className="text-mut">
            {currency} · {t('books.open', { count })}
          </span>
        </span>
      ),
    },
    figure('customers', ''),
    figure('owedNow', ''),
    figure('owedAtMost', 'font-semibold'),
    figure('reserved', 'font-semibold'),
    figure('free', 'text-mut'),
    {
      key: 'covered',
      head: t('books.cover'),
      right: true,
      render: (row) =>
        isCovered(row) ? <Seal>{t('books.covered')}</Seal> : <Tag tone="bad">{t('books.short')}</Tag>,
    },
  ];
}

function useCoinColumns(): Column<CoinRow>[] {
  const { t } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const figure = (key: 'users' | 'traders' | 'house' | 'products' | 'cameIn', className: string) =>
    amountColumn<CoinRow>({
      key,
      head: t(`books.${key}`),
      className,
      amount: (row) => ({ value: row[key], decimals: decimalsOf(row.currency) }),
    });
  return [
    {
      key: 'coin',
      head: t('books.coin'),
      render: ({ currency }) => (
        <span className="flex items-center gap-2.5 font-semibold">
          <CoinMark code={currency} size={20} />
          {currency}
        </span>
      ),
    },
    figure('users', 'font-semibold'),
    figure('traders', ''),
    figure('house', ''),
    figure('products', ''),
    figure('cameIn', 'font-semibold'),
    amountColumn({
      key: 'difference',
      head: t('books.difference'),
      className: 'text-mut',
      amount: (row) => ({ value: differenceOf(row), decimals: EXACT_DECIMALS }),
    }),
  ];
}
