/** Asks before a withdrawal is cancelled, and says what that means. */
import { Button, Dialog } from '@glasshouse/ui';
import { errorText } from '#data/api.ts';
import { useBalanceText } from '#shared/balance-text.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { useCancel, type Withdrawal } from './calls.ts';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;

interface CancelDialogProps {
  readonly withdrawal: Pick<Withdrawal, 'id' | 'amount' | 'currency'>;
  readonly close: () => void;
}
export function CancelDialog({ withdrawal, close }: CancelDialogProps) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  const cancel = useCancel();
  const { id, amount, currency } = withdrawal;
  function submit() {
    cancel.mutate(id, {
      onSuccess: () => notify.success(t('withdrawal.done.cancelled')),
      onError: (error) => notify.error(errorText(error)),
      onSettled: close,
    });
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('withdrawal.cancel.title')}
      closeLabel={t('common.close')}
      width={420}
    >
      <p className="leading-5">
        {t('withdrawal.cancel.text', { amount: balanceText(amount, EXACT), coin: currency })}
      </p>
      <p className="text-mut mt-2 leading-5">{t('withdrawal.cancel.after')}</p>
      <Button tone="danger" size="lg" busy={cancel.isPending} onClick={submit} className="mt-4 w-full">
        {t('withdrawal.cancel.confirm')}
      </Button>
    </Dialog>
  );
}
