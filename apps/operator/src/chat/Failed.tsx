/** Shown when the chat did not load, with a button that tries again. */
import { Button } from '@glasshouse/ui';
import type { T } from './texts.ts';

export function Failed({ t, onRetry }: { readonly t: T; readonly onRetry: () => void }) {
  return (
    <div role="alert" className="grid h-dvh place-content-center gap-3 text-center">
      <p className="text-[13px] font-medium">{t('failed')}</p>
      <Button tone="brand" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
