/** /pool/list: every pool with its terms, and what a deposit would bring. */
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { FactStrip } from '#shared/products/FactStrip.tsx';
import { useOwedFact, usePublicFacts } from '#shared/products/offer-facts.tsx';
import { OffersGrid } from '#shared/products/OffersGrid.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { buy, useOffers } from './calls.ts';
import { useOwnFacts } from './facts.tsx';

const CARD_PX = 140;

export function PoolsPage() {
  const { t } = useTranslation();
  const offers = useOffers();
  const own = useOwnFacts();
  const owed = useOwedFact('mining', offers.data);
  const visitors = usePublicFacts('mining', offers.data);
  const facts = own.length === 0 ? visitors : [...own, owed];
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader title={t('mining.title')} lead={t('mining.lead')} article="mining-rewards" />
      <FactStrip facts={facts} />
      {offers.data === undefined ? (
        <CardLoading query={offers} cards={[CARD_PX, CARD_PX, CARD_PX]} />
      ) : (
        <OffersGrid feature="mining" offers={offers.data.list} buy={buy} />
      )}
    </main>
  );
}
