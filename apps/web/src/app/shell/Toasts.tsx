/**
 * The toaster, loaded lazily: with the first toast, or in advance on every page except a visitor's
 * home page.
 */
import type { ToasterProps } from '@glasshouse/ui/toaster';
import { lazy, Suspense, type ComponentType } from 'react';
import { useSession } from '#data/session.ts';
import { useStore } from '#shared/external-store.ts';
import { useTranslation } from '#shared/i18n.ts';
import { toasterReady, toasterWanted } from '#shared/notify.ts';

const Toaster = lazy(async (): Promise<{ default: ComponentType<ToasterProps> }> => {
  try {
    return { default: (await import('@glasshouse/ui/toaster')).Toaster };
  } catch {
    // A page without toasts is better than no page.
    return { default: () => null };
  }
});

export function Toasts({ early }: { readonly early: boolean }) {
  const { t } = useTranslation();
  const wanted = useStore(toasterWanted);
  const signedIn = useSession() !== null;
  if (!wanted && !early && !signedIn) return null;
  return (
    <Suspense>
      <Toaster label={t('shell.notifications')} onReady={toasterReady} />
    </Suspense>
  );
}
