/** What users invest in, seconds contracts and fee tiers: their terms, and the acts that set them. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { Button } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Page } from '../frame/Page.tsx';
import { Views } from '../parts/Views.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { ContractsView } from './ContractsView.tsx';
import { OffersView } from './OffersView.tsx';
import type { ProductsSearch } from './products-search.ts';
import { TiersView } from './TiersView.tsx';
import { DURATIONS, NEW, TIERS } from './view-props.ts';

const EVERY_MS = 10_000;
const CONTRACTS = 'contracts';
export function ProductsPage() {
  const { t } = useTexts();
  const search = useSearch({ from: '/products' });
  const navigate = useNavigate();
  const go = (next: ProductsSearch) => void navigate({ to: '/products', search: next });
  const query = useQuery({
    queryKey: ['offers'],
    queryFn: () => call('products/get-offers', {}),
    refetchInterval: EVERY_MS,
  });
  const products = query.data?.products ?? [];
  const view = search.view ?? products[0]?.product;
  const product = products.find((one) => one.product === view);
  const { data: self } = useSelf();
  const mayAsk = self != null && isPermitted(self.role, 'products/ask');
  const onOpen = (open: string | undefined) =>
    go({ ...(view === undefined ? {} : { view }), ...(open === undefined ? {} : { open }) });
  const views = (
    <Views
      name="products"
      filters={{ view }}
      onFilters={({ view: next }) => go(next === undefined ? {} : { view: next })}
      views={[
        ...products.map((one) => ({
          id: one.product,
          label: one.title,
          filters: { view: one.product },
          count: one.offers.length,
        })),
        { id: CONTRACTS, label: t('product_contracts'), filters: { view: CONTRACTS } },
        { id: TIERS, label: t('product_tiers'), filters: { view: TIERS } },
      ]}
    />
  );
  const own = { open: search.open, onOpen, views, mayAsk };
  const shown = () => {
    if (view === CONTRACTS) return <ContractsView {...own} />;
    if (view === TIERS) return <TiersView {...own} />;
    return <OffersView {...own} product={product} query={query} />;
  };
  return (
    <Page
      title={t('products')}
      fact={t('productsFact')}
      acts={mayAsk && <Forms view={view} isProduct={product !== undefined} onOpen={onOpen} />}
    >
      {shown()}
    </Page>
  );
}

/** The form of a view that is no product. */
const FORMS: Readonly<Record<string, typeof DURATIONS | typeof TIERS>> = {
  [CONTRACTS]: DURATIONS,
  [TIERS]: TIERS,
};
const FORM_TEXTS = {
  [NEW]: 'product_new',
  [DURATIONS]: 'product_changeDurations',
  [TIERS]: 'product_changeTiers',
} as const;

interface FormsProps {
  readonly view: string | undefined;
  readonly isProduct: boolean;
  readonly onOpen: (open: string) => void;
}

function Forms({ view, isProduct, onOpen }: FormsProps) {
  const { t } = useTexts();
  const form = isProduct ? NEW : FORMS[view ?? ''];
  if (form === undefined) return null;
  return (
    <Button tone="ghost" onClick={() => onOpen(form)}>
      {t(FORM_TEXTS[form])}
    </Button>
  );
}
