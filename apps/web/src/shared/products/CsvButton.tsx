/** Saves a list as a file. */
import { Button, saveFile, type SavedFile } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorText } from '#data/api.ts';
import { notify } from '#shared/notify.ts';
import { useTranslation } from '#shared/i18n.ts';

export interface CsvButtonProps {
  readonly save: () => Promise<SavedFile>;
}
export function CsvButton({ save }: CsvButtonProps) {
  const { t } = useTranslation();
  const file = useMutation({ mutationFn: save });
  return (
    <Button
      size="sm"
      tone="ghost"
      busy={file.isPending}
      onClick={() =>
        file.mutate(undefined, { onSuccess: saveFile, onError: (error) => notify.error(errorText(error)) })
      }
    >
      <Download aria-hidden size={14} />
      {t('terms.csv')}
    </Button>
  );
}
