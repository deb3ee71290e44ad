/** The page of a planned section: an empty house, and links to other pages. */
import { buttonClass, House } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { Section } from '#shared/section.ts';

export function NotOpenPage({ title, text }: NonNullable<Section['notOpen']>) {
  const { t } = useTranslation();
  return (
    <main className="hero hero-l grid flex-1 place-items-center">
      <PageTitle of={t(title)} />
      <div className="flex w-reading items-center gap-20">
        <House variant="empty" className="w-[460px] shrink-0" />
        <div>
          <p className="font-display text-brand-ink text-[15px] font-semibold">{t('notOpen.badge')}</p>
          <h1 className="font-display mt-2 text-[40px] leading-[46px] font-semibold tracking-[-0.025em] whitespace-pre-line">
            {t(title)}
          </h1>
          <p className="text-mut mt-4 max-w-[440px] text-[15px] leading-6">{t(text)}</p>
          <div className="mt-7 flex gap-3">
            <Link to="/trade" className={buttonClass('brand')}>
              {t('notOpen.trade')}
            </Link>
            <Link to="/main" className={buttonClass('line')}>
              {t('notFound.home')}
            </Link>
          </div>
        </div>
      </div>
    </main>
  );
}
