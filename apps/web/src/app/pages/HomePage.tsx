/** /main: the promise, live ticks and quotes, products, and the invitation to check. */
import { lazy, Suspense } from 'react';
import { useSession } from '#data/session.ts';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { LISTED } from '#app/sections.ts';
import { Footer } from '#app/shell/Footer.tsx';
import { useFirstStepsClosed } from '#features/content/first-steps.ts';
import { Hero } from '#features/content/Hero.tsx';
import { Products } from '#features/content/Products.tsx';
import { Steps } from '#features/content/Steps.tsx';
import { QuoteStrip } from '#features/market/QuoteStrip.tsx';
import { TopMovers } from '#features/market/TopMovers.tsx';
import { TickChain } from '#features/transparency/TickChain.tsx';
import { WhenNear } from '#shared/WhenNear.tsx';
import { loadPart } from '#shared/chunk.ts';
import * as cards from './product-cards.gen.ts';

const ChainCheckCard = lazy(() =>
  loadPart(() => import('#features/transparency/ChainCheckCard.tsx')).then((module) => ({
    default: module.ChainCheckCard,
  })),
);
const HomeClaims = lazy(() =>
  loadPart(() => import('./HomeClaims.tsx')).then((module) => ({
    default: module.HomeClaims,
  })),
);
const FirstSteps = lazy(() =>
  loadPart(() => import('#features/content/FirstSteps.tsx')).then((module) => ({
    default: module.FirstSteps,
  })),
);
const LatestNotices = lazy(() =>
  loadPart(() => import('#features/notices/LatestNotices.tsx')).then((module) => ({
    default: module.LatestNotices,
  })),
);

const PRODUCTS = LISTED.flatMap((entry) =>
  Object.values(cards)
    .filter(({ section }) => section === entry.section)
    .map((card) => ({ ...card, text: entry.text, to: entry.to })),
);

export function HomePage() {
  const { t } = useTranslation();
  const isClosed = useFirstStepsClosed();
  const isNew = useSession() !== null && !isClosed;
  return (
    <>
      <main>
        <PageTitle of={t('home.title')} />
        {isNew && (
          <div className="above-hero h-[168px] pt-14">
            <Suspense>
              <FirstSteps />
            </Suspense>
          </div>
        )}
        <Hero>
          <TickChain />
        </Hero>
        <QuoteStrip />
        <TopMovers />
        <Products products={PRODUCTS} />
        <WhenNear className="min-h-[440px]">
          <Suspense>
            <HomeClaims />
          </Suspense>
        </WhenNear>
        <section id="check" className="border-line bg-panel/50 mt-24 border-y py-20">
          <div className="mx-auto grid w-reading grid-cols-2 items-center gap-16">
            <div>
              <h2 className="font-display text-[40px] leading-[48px] font-semibold tracking-[-0.02em] whitespace-pre-line">
                {t('home.checkTitle')}
              </h2>
              <p className="text-mut mt-4 max-w-[480px] text-[15px] leading-6">{t('home.checkText')}</p>
              <p className="border-line text-mut mt-8 max-w-[480px] border-t pt-5 text-[13px] leading-5">
                {t('home.checkLimits')}
              </p>
            </div>
            <WhenNear className="min-h-[372px]">
              <Suspense>
                <ChainCheckCard />
              </Suspense>
            </WhenNear>
          </div>
        </section>
        <Steps />
        <WhenNear className="min-h-[160px]">
          <Suspense>
            <LatestNotices />
          </Suspense>
        </WhenNear>
      </main>
      <Footer />
    </>
  );
}
