/** In place of a section whose texts did not load; the rest of the site stays as it is. */
import { ErrorState } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';

export function TextsFailed() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-[60vh] flex-1 place-items-center">
      <ErrorState
        title={t('errors.textsTitle')}
        text={t('errors.textsText')}
        retryLabel={t('common.tryAgain')}
        // After a new version has been installed only a reload finds its files.
        onRetry={() => Promise.resolve(location.reload())}
      />
    </main>
  );
}
