/** What users invest in, seconds contracts and fee tiers: their terms, and the acts that set them. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { Button } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Page } from '../frame/Page.tsx';
import { Views } from '../parts/Views.tsx';
import { useSelf } from '../self.ts';
import { useTexts, type TextKey } from '../texts.ts';
import { ContractsView } from './ContractsView.tsx';
import { OffersView } from './OffersView.tsx';
import type { ProductsSearch } from './products-search.ts';
import { TiersView } from './TiersView.tsx';
import { DURATIONS, NEW } from './view-props.ts';

const EVERY_MS = 10_000;
const CONTRACTS = 'contracts';
const TIERS = 'tiers';
/** An unknown product is shown by its name in the core. */
const NAMES: Readonly<Record<string, TextKey>> = {
  finance: 'product_finance',
  mining: 'product_mining',
  fund: 'product_fund',
  subscription: 'product_subscription',
};

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
          label: nameOf(t, one.product),
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

const nameOf = (t: (key: TextKey) => string, product: string): string => {
  const key = NAMES[product];
  return key === undefined ? product : t(key);
};

interface FormsProps {
  readonly view: string | undefined;
  readonly isProduct: boolean;
  readonly onOpen: (open: string) => void;
}

function Forms({ view, isProduct, onOpen }: FormsProps) {
  const { t } = useTexts();
  if (isProduct)
    return (
      <Button tone="ghost" onClick={() => onOpen(NEW)}>
        {t('product_new')}
      </Button>
    );
  return (
    view === CONTRACTS && (
      <Button tone="ghost" onClick={() => onOpen(DURATIONS)}>
        {t('product_durations')}
      </Button>
    )
  );
}
