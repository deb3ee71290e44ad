/** What the other products cost, how one leaves them, and whether something is on offer. */
import { Tag } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable } from '#shared/lists/DataTable.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { ppmOf } from '../fee-figures.ts';
import { rateRange } from '../fee-texts.ts';
import type { Fees } from '../useFees.ts';
import { FeeSection } from './FeeSection.tsx';

const ROW_PX = 44;
/** A project that takes subscriptions. */
const OPEN_PHASE = 1;

export function ProductFees({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const rows = useProducts(fees);
  return (
    <FeeSection id="product" title={t('products.offers')}>
      <DataTable
        look="card"
        label={t('products.offers')}
        list={{ rows, isPending: false, isError: false, refetch: () => Promise.resolve() }}
        emptyText=""
        rowHeight={ROW_PX}
        rowKey={({ to }) => to}
        columns={[
          {
            key: 'product',
            head: t('fees.product'),
            width: '150px',
            render: ({ name, to }) => (
              <PageLink to={to} className="hover:text-brand-ink font-semibold">
                {name}
              </PageLink>
            ),
          },
          { key: 'cost', head: t('fees.cost'), render: ({ cost }) => cost },
          { key: 'exit', head: t('fees.wayOut'), className: 'text-mut', render: ({ exit }) => exit },
          {
            key: 'state',
            head: t('fees.state'),
            right: true,
            render: ({ isOpen }) =>
              isOpen ? <Tag tone="info">{t('fees.open')}</Tag> : <Tag>{t('fees.nothingOffered')}</Tag>,
          },
        ]}
      />
    </FeeSection>
  );
}

interface ProductRow {
  readonly to: string;
  readonly name: string;
  readonly cost: string;
  readonly exit: string;
  readonly isOpen: boolean;
}

function useProducts({ exchange, finance, mining, fund, projects }: Fees): readonly ProductRow[] {
  const { t } = useTranslation();
  const between = (least: string, most: string) => t('fees.range', { least, most });
  const range = (rates: readonly string[]) => rateRange(rates.map(ppmOf), between);
  const coins = exchange.data?.list ?? [];
  const funds = fund.data?.list ?? [];
  return [
    {
      to: '/account/dui',
      name: t('section.flash-exchange.name'),
      cost: t('fees.products.exchange', { spread: range(coins.map(({ spread }) => spread)) }),
      exit: t('fees.products.exchangeExit'),
      isOpen: coins.length > 0,
    },
    {
      to: '/finance/list',
      name: t('section.finance.name'),
      cost: t('fees.products.noFee'),
      exit: t('fees.products.financeExit'),
      isOpen: (finance.data?.list ?? []).some(({ isOnSale }) => isOnSale),
    },
    {
      to: '/pool/list',
      name: t('section.mining.name'),
      cost: t('fees.products.noFee'),
      exit: t('fees.products.miningExit'),
      isOpen: (mining.data?.list ?? []).some(({ isOnSale }) => isOnSale),
    },
    {
      to: '/fund/list',
      name: t('section.fund.name'),
      cost: t('fees.products.fund', {
        buy: range(funds.map(({ buyFee }) => buyFee)),
        sell: range(funds.map(({ sellFee }) => sellFee)),
        loan: range(funds.map(({ lendingDaily }) => lendingDaily)),
      }),
      exit: t('fees.products.fundExit', { exit: range(funds.map(({ exitFee }) => exitFee)) }),
      isOpen: funds.some(({ isOpen }) => isOpen),
    },
    {
      to: '/subscribe/list',
      name: t('section.subscription.name'),
      cost: t('fees.products.noFee'),
      exit: t('fees.products.subscriptionExit'),
      isOpen: (projects.data?.list ?? []).some(({ phase }) => phase === OPEN_PHASE),
    },
  ];
}
