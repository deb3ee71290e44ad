/** Asks for confirmation, then cancels a whole subscription in its first five minutes. */
import { Button, Dialog, FieldError, formatNumber, Num, KeyValue } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useSending } from '#shared/products/useSending.ts';
import { cancel, type SubscriptionRow } from './calls.ts';

const SHORT = { decimals: 8, decimalsMin: 0 } as const;

interface CancelDialogProps {
  readonly row: SubscriptionRow;
  readonly name: string;
  readonly close: () => void;
}
export function CancelDialog({ row, name, close }: CancelDialogProps) {
  const { t } = useTranslation();
  const form = useSending({ close });
  const { id, amount, currency } = row;
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('subscription.cancel.title', { name })}
      closeLabel={t('common.close')}
      width={460}
    >
      <dl className="bg-raised grid gap-1.5 rounded-lg px-4 py-3">
        <KeyValue
          name={t('subscription.cancel.free')}
          value={
            <Num value={amount} decimals={8} decimalsMin={2} unit={currency} className="font-semibold" />
          }
        />
      </dl>
      <p className="text-mut my-3 text-[12.5px]">{t('subscription.cancel.text')}</p>
      {form.wrong !== undefined && <FieldError id="cancel-wrong" text={form.wrong} />}
      <div className="flex flex-wrap gap-3">
        <Button
          tone="danger"
          size="lg"
          className="grow"
          busy={form.busy}
          onClick={() => form.send(() => cancel(id), t('subscription.cancel.done'))}
        >
          {t('subscription.cancel.button', { amount: formatNumber(amount, SHORT), coin: currency })}
        </Button>
        <Button tone="brand" size="lg" className="grow" onClick={close}>
          {t('subscription.cancel.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
