/** The form that closes a case: the conclusion, and why. */
import { WATCH_CONCLUSIONS, type WatchConclusion } from '@glasshouse/protocol/watch/rules';
import { Button, Dialog } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { Caption } from '../parts/Caption.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Refused } from '../parts/states.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';

const WIDTH = 620;

export function CloseCase({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useTexts();
  const isLost = useIsLost();
  const [conclusion, setConclusion] = useState<WatchConclusion | null>(null);
  const [reason, setReason] = useState('');
  const { plan, doing } = useAct(
    conclusion === null ? null : { name: 'watch/close', fields: { id, conclusion } },
    onClose,
  );
  const refused = doing.error ?? plan.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('watch_closeTitle', { id: String(id) })}
      closeLabel={t('cancel')}
      width={WIDTH}
    >
      <div className="flex flex-col gap-4">
        <fieldset>
          <legend className="contents">
            <Caption right={t('watch_conclusionHint')}>{t('watch_conclusion')}</Caption>
          </legend>
          <div className="border-line overflow-hidden rounded-md border">
            {WATCH_CONCLUSIONS.map((each) => (
              <label
                key={each}
                className="border-line/70 has-checked:bg-brand-soft flex min-h-[31px] cursor-pointer items-center gap-3 border-t px-3 first:border-t-0"
              >
                <input
                  type="radio"
                  name="conclusion"
                  checked={conclusion === each}
                  onChange={() => setConclusion(each)}
                  className="accent-brand size-3.5"
                />
                <span className="font-medium">{t(`watch_conclusion_${each}`)}</span>
                <span className="text-mut ml-auto text-right">{t(`watch_conclusionText_${each}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Reason value={reason} onChange={setReason} hint={t('internalNoteHint')} />
        {plan.data !== undefined && <Planned answer={plan.data} />}
        {refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        <div className="flex justify-end gap-2">
          <Button tone="line" onClick={onClose}>
            {t('keepIt')}
          </Button>
          <Button
            tone="brand"
            busy={doing.isPending}
            disabled={isLost || !plan.isSuccess || !isReason(reason)}
            onClick={() => doing.mutate(reason.trim())}
          >
            {t('watch_closeNow')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
