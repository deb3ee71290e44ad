/** A document of the platform, in the version in force, read where one registers. */
import { inForce, type DocumentName } from '@glasshouse/protocol/identity/documents';
import { Dialog, SkeletonRows, Tag } from '@glasshouse/ui';
import { Blocks } from '#shared/content/Blocks.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { useDocument } from './documents.ts';

export interface DocumentDialogProps {
  readonly topic: DocumentName;
  readonly close: () => void;
}
export function DocumentDialog({ topic, close }: DocumentDialogProps) {
  const { t, language } = useTranslation();
  const { version, date } = inForce(topic);
  const { data, isError, error, refetch } = useDocument({ name: topic, version, language });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(`about.${topic}.title`)}
      closeLabel={t('common.close')}
      width={680}
    >
      <p className="text-mut flex items-center gap-2.5 text-[13px]">
        <Tag tone="info">{t('about.inForce')}</Tag>
        {t('about.versionFrom', { version, date })}
      </p>
      {data !== undefined && <Blocks blocks={data.body} label={data.title} language={language} />}
      {data === undefined && isError && <ListFailed error={error} onRetry={refetch} />}
      {data === undefined && !isError && <SkeletonRows bare rows={8} height={40} />}
    </Dialog>
  );
}
