/** The fees of the other products, how to exit them, and whether they are on offer. */
import { Tag } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable } from '#shared/lists/DataTable.tsx';
import { LineFailed } from '#shared/lists/PagedBody.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import type { ProductFees as ProductFeeTerms } from '#shared/product-terms.ts';
import { ppmOf, rangeText } from '#shared/rates.ts';
import type { Fees } from '../useFees.ts';
import { FeeSection } from './FeeSection.tsx';

const ROW_PX = 44;

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
          {
            key: 'cost',
            head: t('fees.cost'),
            render: ({ terms, offers }) =>
              terms === undefined
                ? offers?.isError === true && <LineFailed query={offers} className="w-fit" />
                : (terms.cost ?? t('fees.noFee')),
          },
          {
            key: 'exit',
            head: t('fees.wayOut'),
            className: 'text-mut',
            render: ({ terms }) => terms?.wayOut,
          },
          {
            key: 'state',
            head: t('fees.state'),
            right: true,
            render: ({ terms }) => terms && <State isOpen={terms.isOpen} />,
          },
        ]}
      />
    </FeeSection>
  );
}

function State({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  return isOpen ? <Tag tone="info">{t('fees.open')}</Tag> : <Tag>{t('fees.nothingOffered')}</Tag>;
}

interface ProductRow {
  readonly to: string;
  readonly name: string;
  /** Undefined until the product's call has answered. */
  readonly terms: ProductFeeTerms | undefined;
  readonly offers: Fees['products'][number]['offers'];
}

/** The products in the order of the navigation. */
function useProducts({ products }: Fees): readonly ProductRow[] {
  const { t } = useTranslation();
  const between = (least: string, most: string) => t('fees.range', { least, most });
  const words = { t, rates: (rates: readonly string[]) => rangeText(rates.map(ppmOf), between) };
  return products
    .flatMap(({ product, offers }) => {
      const { root, listed } = product.section;
      if (listed === undefined) return [];
      const terms = offers?.data === undefined ? undefined : product.fees(offers.data, words);
      return [{ to: root, name: t(listed.name), order: listed.order, terms, offers }];
    })
    .toSorted((a, b) => a.order - b.order);
}
