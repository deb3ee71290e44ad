/** Cancels every listed open order, after confirmation. */
import { Button, Checkbox, Dialog } from '@glasshouse/ui';
import { useState } from 'react';
import { useOffline } from '#data/stream.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { changeTradePreferences, useTradePreferences } from '#shared/trade-preferences.ts';
import { useCancelAll, type PairOf } from './calls.ts';

export interface CancelAllButtonProps {
  readonly count: number;
  /** Only the orders of this pair. */
  readonly pair: PairOf | undefined;
}
export function CancelAllButton({ count, pair }: CancelAllButtonProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { cancelAll: asks } = useTradePreferences();
  const cancelAll = useCancelAll();
  const offline = useOffline();
  function cancel() {
    setAsking(false);
    cancelAll.mutate(pair ?? {}, { onSuccess: () => notify.success('l.cancelled') });
  }
  return (
    <>
      <Button
        size="xs"
        disabled={offline || count === 0}
        busy={cancelAll.isPending}
        onClick={() => (asks ? setAsking(true) : cancel())}
      >
        {t('spot.cancelAll')}
      </Button>
      {asking && <Question count={count} onCancel={cancel} onClose={() => setAsking(false)} />}
    </>
  );
}

interface QuestionProps {
  readonly count: number;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}
function Question({ count, onCancel, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const [never, setNever] = useState(false);
  function confirm() {
    if (never) changeTradePreferences({ cancelAll: false });
    onCancel();
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('spot.cancelAllTitle')}
      closeLabel={t('common.close')}
      width={360}
    >
      <p className="text-[13px] leading-5">{t('spot.cancelAllText', { count })}</p>
      <Checkbox checked={never} onChange={setNever} className="text-mut mt-4">
        {t('spot.neverAsk')}
      </Checkbox>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button onClick={onClose}>{t('common.back')}</Button>
        <Button tone="danger" onClick={confirm}>
          {t('spot.cancelAll')}
        </Button>
      </div>
    </Dialog>
  );
}
