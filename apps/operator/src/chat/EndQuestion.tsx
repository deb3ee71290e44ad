/** Asks for confirmation before a chat ends. Escape and the focused button keep the chat. */
import { Button } from '@glasshouse/ui';
import { useId, useState } from 'react';
import { useEscape } from '../shared/escape.ts';
import { refusalText } from './refusal.ts';
import type { T } from './texts.ts';

export interface EndQuestionProps {
  readonly t: T;
  readonly onEnd: () => Promise<void>;
  readonly onKeep: () => void;
}

export function EndQuestion({ t, onEnd, onKeep }: EndQuestionProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  useEscape(onKeep);
  async function end() {
    setBusy(true);
    setFault('');
    try {
      await onEnd();
    } catch (error) {
      setFault(refusalText(t, error));
    }
    setBusy(false);
  }
  return (
    <div role="alertdialog" aria-labelledby={id} className="border-line shrink-0 border-b px-4 pt-3 pb-3.5">
      <p id={id} className="text-[13px] leading-5">
        <b className="block font-semibold">{t('endTitle')}</b>
        <span className="text-mut">{t('endText')}</span>
      </p>
      {fault !== '' && (
        <p role="alert" className="text-bad mt-1.5 text-[12.5px]">
          {fault}
        </p>
      )}
      <div className="mt-2.5 flex justify-end gap-2">
        {/* The safe choice. */}
        <Button size="sm" autoFocus onClick={onKeep}>
          {t('keepChat')}
        </Button>
        <Button size="sm" tone="danger" busy={isBusy} onClick={() => void end()}>
          {t('endChat')}
        </Button>
      </div>
    </div>
  );
}
