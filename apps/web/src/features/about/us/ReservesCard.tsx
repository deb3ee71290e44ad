/** Where the reserves are: what each product holds and may owe, from the public books. */
import { Card, Seal, Tag } from '@glasshouse/ui';
import { Big } from 'big.js';
import { ArrowRight } from 'lucide-react';
import { usePanelDecimals } from '#data/pairs.ts';
import type { CallData } from '#data/api.ts';
import { usePublicTerms } from '#data/public-terms.ts';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PageLink } from '#shared/PageLink.tsx';

type Books = CallData<'transparency/get-reserves'>;
type Reserve = Books['reserves'][number];

/** The coin of the shown reserves. The public books show those of all coins. */
const COIN = 'USDT';
const ROW_PX = 44;
/** The number of rows in a demo. */
const LOADING_ROWS = 5;

export function ReservesCard() {
  const { t } = useTranslation();
  const books = usePublicTerms('transparency/get-reserves');
  const rows = (books.data?.reserves ?? []).filter(({ currency }) => currency === COIN);
  return (
    <Card
      padded={false}
      title={t('about.reserves.title')}
      right={
        <PageLink
          to="/about/us"
          search={{ view: 'books' }}
          className="text-brand-ink inline-flex min-h-6 items-center gap-1 text-[13px] font-medium hover:underline"
        >
          {t('about.reserves.check')}
          <ArrowRight aria-hidden size={14} />
        </PageLink>
      }
      className="flex flex-col overflow-hidden [&>div:last-child]:flex [&>div:last-child]:flex-1 [&>div:last-child]:flex-col"
    >
      <DataTable
        look="card"
        label={t('about.reserves.title')}
        list={{ ...books, rows, isError: books.isError && books.data === undefined }}
        loadingRows={LOADING_ROWS}
        emptyText=""
        columns={useColumns()}
        rowKey={({ product, currency }) => `${product} ${currency}`}
        rowHeight={ROW_PX}
      />
      <p className="text-mut border-line border-t px-5 py-2.5 text-[12.5px] leading-[18px]">
        {t('about.reserves.text')}
      </p>
      <div className="border-line mt-auto flex h-11 items-center gap-3 border-t px-5">
        {books.data !== undefined && <Sums coins={books.data.coins} />}
      </div>
    </Card>
  );
}

function useColumns(): Column<Reserve>[] {
  const { t, find } = useTranslation();
  const decimalsOf = usePanelDecimals();
  const figure = (key: string, value: (row: Reserve) => string, className: string) =>
    amountColumn<Reserve>({
      key,
      head: t(key === 'holds' ? 'about.reserves.holds' : 'about.reserves.owes', { coin: COIN }),
      className,
      amount: (row) => ({ value: value(row), decimals: decimalsOf(row.currency) }),
    });
  return [
    {
      key: 'product',
      head: t('about.reserves.of'),
      render: ({ product }) => find(`section.${product}.name`) ?? product,
    },
    figure('holds', ({ reserved, free }) => new Big(reserved).plus(free).toFixed(), ''),
    figure('owes', ({ owedAtMost }) => owedAtMost, 'font-semibold'),
  ];
}

/** Adds every coin up again, in this browser. */
function Sums({ coins }: { readonly coins: Books['coins'] }) {
  const { t } = useTranslation();
  const wrong = coins.filter(
    ({ users, traders, house, products, cameIn }) =>
      !new Big(users).plus(traders).plus(house).plus(products).eq(cameIn),
  );
  if (wrong.length > 0)
    return (
      <Tag tone="bad">
        {t('about.reserves.wrong', { list: wrong.map(({ currency }) => currency).join(', ') })}
      </Tag>
    );
  return (
    <>
      <Seal>{t('about.reserves.addsUp')}</Seal>
      <span className="text-mut">{t('about.reserves.addsUpText', { count: coins.length })}</span>
    </>
  );
}
