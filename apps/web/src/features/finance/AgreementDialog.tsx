/** The finance agreement: what both sides owe each other, in seven sentences. */
import { Button, Dialog } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';

const POINTS = ['deposit', 'interest', 'lock', 'end', 'terms', 'reserve', 'risk'] as const;

interface AgreementDialogProps {
  readonly close: () => void;
  readonly agree: () => void;
}
export function AgreementDialog({ close, agree }: AgreementDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('finance.agreement.title')}
      closeLabel={t('common.close')}
      width={560}
    >
      <ol className="grid list-decimal gap-2 pl-5 text-[13px] leading-5">
        {POINTS.map((point) => (
          <li key={point}>{t(`finance.agreement.${point}`)}</li>
        ))}
      </ol>
      <Button tone="brand" size="lg" className="mt-4 w-full" onClick={agree}>
        {t('finance.agreement.agree')}
      </Button>
    </Dialog>
  );
}
