/**
 * The page of fees and limits: the parameters in force, read from the server, and a calculator of
 * costs.
 */
import { Button, DateTime, saveFile } from '@glasshouse/ui';
import { Download } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageTitle } from '#shared/PageTitle.tsx';
import type { ProductTerms } from '#shared/product-terms.ts';
import { Calculator } from './Calculator.tsx';
import { ContractFees } from './sections/ContractFees.tsx';
import { IdentityLevels } from './sections/IdentityLevels.tsx';
import { ProductFees } from './sections/ProductFees.tsx';
import { TradeFees } from './sections/TradeFees.tsx';
import { TransferFees } from './sections/TransferFees.tsx';
import { askFees, useFees, type Fees } from './useFees.ts';

/** Loads the data before the page is shown, so that nothing moves. */
export const prepareFees = askFees;

const PARTS = {
  trade: 'section.spot.name',
  contract: 'section.seconds-contract.name',
  transfer: 'fees.parts.transfer',
  identity: 'fees.parts.identity',
  product: 'products.offers',
} as const;

const LOADING_CARDS_PX = [312, 312, 312];

export interface FeesPageProps {
  readonly products: readonly ProductTerms[];
}
export function FeesPage({ products }: FeesPageProps) {
  const fees = useFees(products);
  return (
    <main className="mx-auto min-h-dvh w-reading flex-1 pt-6 pb-16">
      {fees.waiting === undefined ? (
        <KnownFees fees={fees} />
      ) : (
        <CardLoading query={fees.waiting} cards={LOADING_CARDS_PX} />
      )}
    </main>
  );
}

function KnownFees({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle of={t('about.fees')} />
      <header className="flex items-end">
        <div>
          <h1 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
            {t('about.fees')}
          </h1>
          <p className="text-mut mt-1 flex items-center gap-2 text-[13px] leading-5">
            <i aria-hidden className="bg-brand size-1.5 rounded-full" />
            <span>
              {t('fees.readAt')}
              <DateTime timeMs={fees.readMs || null} kind="full" />
              {t('fees.keeps')}
            </span>
          </p>
        </div>
        <Button
          tone="line"
          className="ml-auto"
          aria-label={t('fees.json')}
          onClick={() => saveFile({ name: 'fees-and-limits.json', content: jsonOf(fees.all) })}
        >
          <Download aria-hidden size={15} />
          JSON
        </Button>
      </header>
      <nav
        aria-label={t('fees.onThisPage')}
        className="border-line mt-4 flex h-11 gap-6 border-b text-[13px]"
      >
        {Object.entries(PARTS).map(([part, text]) => (
          <a
            key={part}
            href={`#fees-${part}`}
            className="text-mut hover:text-fg flex items-center font-medium"
          >
            {t(text)}
          </a>
        ))}
      </nav>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)_348px] items-start gap-4">
        <div className="grid min-w-0 gap-4">
          <TradeFees fees={fees} />
          <ContractFees fees={fees} />
          <TransferFees fees={fees} />
          <IdentityLevels fees={fees} />
          <ProductFees fees={fees} />
        </div>
        <Calculator fees={fees} />
      </div>
    </>
  );
}

const INDENT = 2;
const jsonOf = (all: unknown): Blob =>
  new Blob([`${JSON.stringify(all, null, INDENT)}\n`], { type: 'application/json' });
