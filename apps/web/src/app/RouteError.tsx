/** Replaces a page that could not be shown: says so, and offers to try again. */
import { Button, House } from '@glasshouse/ui';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { reloadOnce } from './chunk-recovery.ts';
import { isChunkError } from '#shared/chunk.ts';

export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const chunk = isChunkError(error);
  function retry() {
    if (!chunk) reset();
    else if (!reloadOnce()) location.reload();
  }
  return (
    <main role="alert" className="hero hero-l grid min-h-[70vh] flex-1 place-items-center">
      <div className="flex w-reading items-center gap-20">
        <House variant="ghost" className="w-[380px] shrink-0" />
        <div>
          <h1 className="font-display text-[34px] leading-10 font-semibold tracking-[-0.02em]">
            {chunk ? t('errors.chunkTitle') : t('errors.pageTitle')}
          </h1>
          <p className="text-mut mt-3 max-w-[440px] text-[15px] leading-6">
            {chunk ? t('errors.chunkText') : t('errors.pageText')}
          </p>
          <Button tone="brand" className="mt-6" onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        </div>
      </div>
    </main>
  );
}
