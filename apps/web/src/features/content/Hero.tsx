/** The promise, the house, and space for the live chain of ticks below them. */
import { buttonClass, House } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CircleDollarSign } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { useSimulated } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';

export function Hero({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const simulated = useSimulated();
  const signedIn = useSession() !== null;
  return (
    <section className="hero relative h-[748px] overflow-hidden">
      <GroundGrid />
      <div className="relative mx-auto h-full w-reading">
        <div className="absolute top-[148px] left-0 w-[620px]">
          <h1 className="font-display text-[64px] leading-[68px] font-semibold tracking-[-0.03em] whitespace-pre-line">
            {t('home.title')}
          </h1>
          <p className="text-mut mt-6 w-[540px] text-[17px] leading-7 text-balance">{t('home.lead')}</p>
          <div className="mt-9 flex items-center gap-3">
            {signedIn ? (
              <Link to="/trade" className={buttonClass('brand', 'lg')}>
                {t('home.trade')}
              </Link>
            ) : (
              <Link to="/login/register" className={buttonClass('brand', 'lg')}>
                {t('home.step1.title')}
              </Link>
            )}
            <a href="#check" className={buttonClass('line', 'lg')}>
              {t('home.checkTicks')}
              <ArrowRight aria-hidden className="size-4" />
            </a>
          </div>
          <p role="note" className="text-mut mt-6 flex h-5 items-center gap-2 text-[12.5px]">
            {simulated && (
              <>
                <CircleDollarSign aria-hidden className="text-warn size-4" />
                {t('shell.demo')}
              </>
            )}
          </p>
        </div>
        <House
          className="absolute top-[78px] right-[96px] w-[580px]"
          labels={[
            [t('home.floorTicks'), t('home.floorTicksNote')],
            [t('home.floorLedger'), t('home.floorLedgerNote')],
            [t('home.floorReserves'), t('home.floorReservesNote')],
          ]}
        />
        <div className="absolute bottom-7 left-0 w-full">{children}</div>
      </div>
    </section>
  );
}

function GroundGrid() {
  return (
    <svg aria-hidden className="text-brand/8 absolute inset-0 size-full">
      <defs>
        <pattern id="hero-ground" width="72" height="41.57" patternUnits="userSpaceOnUse">
          <path d="M0 0 72 41.57M72 0 0 41.57" stroke="currentColor" fill="none" />
        </pattern>
        <linearGradient id="hero-fade" x1="0" y1="0" x2="1" y2="0">
          <stop offset=".25" stopColor="#000" />
          <stop offset="1" stopColor="#fff" />
        </linearGradient>
        <mask id="hero-mask">
          <rect width="100%" height="100%" fill="url(#hero-fade)" />
        </mask>
      </defs>
      <rect width="100%" height="100%" fill="url(#hero-ground)" mask="url(#hero-mask)" />
    </svg>
  );
}
