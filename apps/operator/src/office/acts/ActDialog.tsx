/** An act of one person that is chosen and given a reason in a dialog. */
import { Button, Dialog } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Refused } from '../parts/states.tsx';
import { useIsLost } from '../stream.ts';
import { useTexts } from '../texts.ts';
import { Planned } from './ActForm.tsx';
import { useAct, type AskedAct } from './useAct.ts';

const WIDTH = 620;

interface ActDialogProps {
  readonly title: string;
  /** Null: its fields are not complete, as `missing` says. */
  readonly act: AskedAct | null;
  readonly missing: string | undefined;
  /** Changes with what the act stands on. */
  readonly version?: string | undefined;
  /** The choice, and what the act needs besides the reason. */
  readonly children: ReactNode;
  /** Of the button that does it. */
  readonly label: string;
  readonly tone: 'brand' | 'danger';
  readonly onClose: () => void;
}

export function ActDialog(props: ActDialogProps) {
  const { title, act, missing, version, children, label, tone, onClose } = props;
  const { t } = useTexts();
  const isLost = useIsLost();
  const [reason, setReason] = useState('');
  const { plan, doing } = useAct(act, onClose, version);
  const refused = doing.error ?? plan.error;
  const needed = () => {
    if (isLost) return t('actsOff');
    if (act === null) return missing;
    return isReason(reason) ? undefined : t('noteMissing');
  };
  return (
    <Dialog open onOpenChange={onClose} title={title} closeLabel={t('cancel')} width={WIDTH}>
      <div className="flex flex-col gap-4">
        {children}
        <Reason value={reason} onChange={setReason} label={t('internalNote')} hint={t('internalNoteHint')} />
        {plan.data !== undefined && act !== null && <Planned answer={plan.data} />}
        {refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        <div className="bg-panel sticky bottom-0 -mb-5 flex items-center justify-end gap-2 pt-1 pb-5">
          <p aria-live="polite" className="text-mut mr-auto">
            {needed()}
          </p>
          <Button tone="line" onClick={onClose}>
            {t('keepIt')}
          </Button>
          <Button
            tone={tone}
            busy={doing.isPending}
            disabled={isLost || act === null || !plan.isSuccess || !isReason(reason)}
            onClick={() => doing.mutate(reason.trim())}
          >
            {label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
