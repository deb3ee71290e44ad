/** 404: an empty plot with a dashed outline. */
import { buttonClass, House } from '@glasshouse/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';

export function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <main className="hero hero-l grid flex-1 place-items-center">
      <PageTitle of={t('notFound.title')} />
      <div className="flex w-reading items-center gap-20">
        <House variant="ghost" className="w-[460px] shrink-0" />
        <div>
          <p className="num font-display text-brand-ink text-[15px] font-semibold">404</p>
          <h1 className="font-display mt-2 text-[40px] leading-[48px] font-semibold tracking-[-0.02em] whitespace-pre-line">
            {t('notFound.title')}
          </h1>
          <p className="text-mut mt-4 max-w-[440px] text-[15px] leading-6">{t('notFound.text')}</p>
          <p
            translate="no"
            className="notranslate hash bg-raised text-mut mt-4 w-fit max-w-[440px] truncate rounded-md px-3 py-1.5"
          >
            /pc{pathname}
          </p>
          <div className="mt-7 flex gap-3">
            <Link to="/main" className={buttonClass('brand')}>
              <ArrowLeft aria-hidden className="size-4" />
              {t('notFound.home')}
            </Link>
            <Link to="/market" className={buttonClass('line')}>
              {t('notFound.markets')}
            </Link>
          </div>
        </div>
      </div>
    </main>
  );
}
