/** The two halves of the login pages: the house at the left, the form at the right. */
import { classNames, House } from '@glasshouse/ui';
import { ShieldCheck } from 'lucide-react';
import type { FormEventHandler, ReactNode } from 'react';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useSimulated } from '#data/pairs.ts';
import { LatestTick } from './LatestTick.tsx';

export interface SignInLayoutProps {
  readonly claim: string;
  readonly title: string;
  readonly lead: ReactNode;
  /**
   * Aligns the form to the top, for forms as high as the page, so that nothing moves while it
   * loads.
   */
  readonly tall?: boolean;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

export function SignInLayout({ claim, title, lead, tall = false, onSubmit, children }: SignInLayoutProps) {
  return (
    <div className="bg-panel grid flex-1 grid-cols-[1fr_620px]">
      <PageTitle of={title} />
      <aside className="hero hero-c border-line relative overflow-hidden border-r">
        <House className="absolute top-1/2 left-1/2 w-[min(520px,70%)] -translate-x-1/2 -translate-y-[58%]" />
        <div className="absolute inset-x-14 bottom-12">
          <p className="font-display text-[26px] text-balance leading-[34px] font-semibold tracking-[-0.02em]">
            {claim}
          </p>
          <p className="text-mut mt-3 flex h-5 items-center gap-2 text-[13px]">
            <ShieldCheck aria-hidden className="text-brand-ink size-4" />
            <LatestTick />
          </p>
        </div>
      </aside>
      <main className={classNames('flex justify-center px-16 py-3', !tall && 'items-center')}>
        <form className="w-[400px]" noValidate onSubmit={onSubmit}>
          <h1 className="font-display text-[30px] leading-9 font-semibold tracking-[-0.02em]">{title}</h1>
          <p className="text-mut mt-2 text-[13.5px]">{lead}</p>
          {/* A message lies in the room between two fields, so that it moves nothing. */}
          <div className="mt-5 grid gap-4.5 [&_[data-field]:not(:has([data-note]))]:pb-1.5 [&_[data-note]]:-mb-4">
            {children}
          </div>
          <DemoMail />
        </form>
      </main>
    </div>
  );
}

/** In demo mode mail is captured, and everybody can read it. */
function DemoMail() {
  const { t } = useTranslation();
  if (!useSimulated()) return null;
  return (
    <p className="border-line text-mut mt-4 border-t pt-3 text-center leading-5">
      {t('identity.demoMail')}{' '}
      <a href="/dev/mail" target="_blank" rel="noreferrer" className="text-brand-ink font-medium">
        /dev/mail
      </a>
    </p>
  );
}
