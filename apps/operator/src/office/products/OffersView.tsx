/** The offers of a product, and the form of one. */
import type { OfficeOffer, OfficeProduct } from '@glasshouse/protocol/offers-office';
import { amountText } from '../parts/columns.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { draftOf } from './offer-draft.ts';
import { OfferForm } from './OfferForm.tsx';
import { NEW, type ViewProps } from './view-props.ts';

/** Terms with a column of their own; the others are in the column at the side. */
const COLUMNS_MAX = 4;

interface OffersProps extends ViewProps {
  readonly product: OfficeProduct | undefined;
  readonly query: Parameters<typeof wholeRows>[0];
}

export function OffersView({ product, query, open, onOpen, views, mayAsk }: OffersProps) {
  const { t } = useTexts();
  const columns = useOfferColumns(product);
  const offer = product?.offers.find((one) => String(one.offer) === open);
  const isForm = product !== undefined && (offer !== undefined || (open === NEW && mayAsk));
  const side = isForm ? (
    <OfferForm
      key={JSON.stringify([product.product, open, offer?.terms, offer?.texts])}
      product={product}
      offer={offer}
      onClose={() => onOpen(undefined)}
    />
  ) : (
    <NothingOpen text={t('product_open')} />
  );
  return (
    <SideBySide side={side}>
      {views}
      <Table
        label={t('products')}
        columns={columns}
        rows={wholeRows(query, product?.offers ?? [])}
        keyOf={(row) => String(row.offer)}
        openKey={open}
        onOpen={(row) => onOpen(String(row.offer))}
        isFinished={({ terms }) => terms['isOpen'] === false}
        empty={<EmptyState title={t('product_noOffers')} text={t('product_noOffersText')} />}
      />
    </SideBySide>
  );
}

function useOfferColumns(product: OfficeProduct | undefined): readonly Column<OfficeOffer>[] {
  const { t, language } = useTexts();
  if (product === undefined) return [{ id: 'offer', head: t('number'), width: '1fr', cell: () => null }];
  const shown = product.terms.filter(({ kind }) => kind !== 'flag').slice(0, COLUMNS_MAX);
  return [
    {
      id: 'offer',
      head: t('number'),
      width: 80,
      cell: ({ offer }) => <span className="text-mut">{offer}</span>,
    },
    {
      id: 'name',
      head: t('product_name'),
      width: '3fr',
      cell: ({ texts }) => (
        <b className="font-semibold">{language === 'zh-CN' ? texts.zh.name : texts.en.name}</b>
      ),
    },
    ...shown.map(({ name, kind, title }): Column<OfficeOffer> => {
      const isNumber = kind === 'amount' || kind === 'share' || kind === 'whole' || kind === 'limit';
      return {
        id: name,
        head: title,
        width: '2fr',
        ...(isNumber ? { align: 'right' } : {}),
        cell: (row) => {
          const text = draftOf(product, row).terms[name] ?? '';
          if (text === '') return <span className="text-faint">{t('product_none')}</span>;
          if (kind === 'share') return `${text}%`;
          return kind === 'amount' || kind === 'limit' ? amountText(text) : text;
        },
      };
    }),
    {
      id: 'held',
      head: t('product_held'),
      width: '2fr',
      align: 'right',
      cell: ({ held }) => held ?? '–',
    },
  ];
}
