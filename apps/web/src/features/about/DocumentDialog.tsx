/** A document of the platform, read where one registers. */
import { Dialog } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import type { AboutTopic } from './about-topics.ts';

export interface DocumentDialogProps {
  readonly topic: AboutTopic;
  readonly close: () => void;
}
export function DocumentDialog({ topic, close }: DocumentDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(`about.${topic}.title`)}
      closeLabel={t('common.close')}
      width={640}
    >
      {t(`topics.${topic}`)
        .split('\n')
        .map((paragraph) => (
          <p key={paragraph} className="text-mut mt-3 text-[14px] leading-6 first-of-type:mt-0">
            {paragraph}
          </p>
        ))}
    </Dialog>
  );
}
