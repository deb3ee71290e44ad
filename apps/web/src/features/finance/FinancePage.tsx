/** /finance/list: every product with its terms, and what a deposit would bring. */
import { Checkbox } from '@glasshouse/ui';
import { useState } from 'react';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { FactStrip } from '#shared/products/FactStrip.tsx';
import { useOwedFact, usePublicFacts } from '#shared/products/offer-facts.tsx';
import { OffersGrid } from '#shared/products/OffersGrid.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { AgreementDialog } from './AgreementDialog.tsx';
import { useEarlyTransferClaim } from './early-transfer.ts';
import { buy, useOffers } from './product.tsx';
import { useOwnFacts } from './facts.tsx';

const CARD_PX = 140;

export function FinancePage() {
  const { t, language } = useTranslation();
  const claim = useEarlyTransferClaim();
  const noEarly = claim && `${claim.sentence}${language === 'zh-CN' ? '。' : '.'}`;
  const offers = useOffers();
  const own = useOwnFacts();
  const owed = useOwedFact('finance', offers.data);
  const visitors = usePublicFacts('finance', offers.data);
  const facts = own.length === 0 ? visitors : [...own, owed];
  const [hasConsent, setConsent] = useState(false);
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-4">
      <PageHeader
        title={t('section.finance.name')}
        lead={[t('finance.lead'), noEarly].filter(Boolean).join(language === 'zh-CN' ? '' : ' ')}
        article="finance-interest"
      />
      <FactStrip facts={facts} />
      {offers.data === undefined ? (
        <CardLoading query={offers} cards={[CARD_PX, CARD_PX, CARD_PX]} />
      ) : (
        <OffersGrid
          feature="finance"
          offers={offers.data.list}
          buy={async (order) => {
            await buy(order);
            setConsent(false);
          }}
          hasConsent={hasConsent}
          consent={<Consent isGiven={hasConsent} onChange={setConsent} />}
        />
      )}
    </main>
  );
}

interface ConsentProps {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}
function Consent({ isGiven, onChange }: ConsentProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex items-baseline gap-1 text-[13px]">
      <Checkbox checked={isGiven} onChange={onChange}>
        {t('finance.agree')}
      </Checkbox>
      <button type="button" className="text-brand-ink underline" onClick={() => setOpen(true)}>
        {t('finance.agreement.title')}
      </button>
      {isOpen && (
        <AgreementDialog
          close={() => setOpen(false)}
          agree={() => {
            onChange(true);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
