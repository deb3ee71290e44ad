/** A second factor that customer service is going to remove, and the button that stops it. */
import { Button, DateTime, Note } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { stopReset } from '../calls.ts';
import type { Security } from '../shapes.ts';

export function ResetNote({ reset }: { readonly reset: NonNullable<Security['reset']> }) {
  const { t } = useTranslation();
  const stopping = useMutation({
    mutationFn: stopReset,
    onSuccess: () => notify.success(t('security.reset.stopped')),
    onError: (error) => notify.error(error.message),
  });
  return (
    <Note tone="bad" title={t(`security.reset.${reset.factor}`)}>
      <p>{t('security.reset.text')}</p>
      <p className="mt-1 font-medium">
        {t('security.reset.at')} <DateTime timeMs={reset.dueTime} />
      </p>
      <Button size="sm" className="mt-2" busy={stopping.isPending} onClick={() => stopping.mutate()}>
        {t('security.reset.stop')}
      </Button>
    </Note>
  );
}
