/** Freezes the account of a customer who cannot do so themselves. */
import { Snowflake } from 'lucide-react';
import { call } from './api.ts';
import { AskButton } from './AskButton.tsx';
import { useTexts } from './texts.ts';

export interface FreezeProps {
  readonly chat: number;
  readonly onDone: () => void;
}

export function Freeze({ chat, onDone }: FreezeProps) {
  const { t } = useTexts();
  return (
    <div className="border-line border-b p-5">
      <AskButton
        size="sm"
        title={t('freeze')}
        question={t('freezeQuestion')}
        act={t('freeze')}
        actTone="danger"
        onAct={() => call('desk/freeze-person', { chat }).then(onDone)}
      >
        <Snowflake aria-hidden size={14} />
        {t('freeze')}
      </AskButton>
    </div>
  );
}
