/** /about/us: four claims, each beside a figure of the running exchange and a way to check it. */
import { useTranslation } from '#shared/i18n.ts';
import { PageTitle } from '#shared/PageTitle.tsx';
import { AboutSide } from './AboutSide.tsx';
import { OwnerFacts } from './OwnerFacts.tsx';
import { PricesCard } from './us/PricesCard.tsx';
import { ReservesCard } from './us/ReservesCard.tsx';
import { RunsHere } from './us/RunsHere.tsx';
import { StaffCard } from './us/StaffCard.tsx';

export function UsPage() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto grid w-reading flex-1 grid-cols-[208px_minmax(0,1fr)] items-start gap-8 pt-6 pb-16">
      <AboutSide on="us" />
      <main>
        <PageTitle of={t('about.us.title')} />
        <h1 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
          {t('about.claims.title')}
        </h1>
        <p className="text-mut mt-1 mb-5 text-[14px] leading-6">{t('about.claims.lead')}</p>
        <OwnerFacts />
        <PricesCard />
        <div className="mt-4 grid grid-cols-[minmax(0,520px)_minmax(0,1fr)] gap-4">
          <ReservesCard />
          <StaffCard />
        </div>
        <RunsHere />
      </main>
    </div>
  );
}
