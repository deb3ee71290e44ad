/** The form that closes a case: the conclusion, and why. */
import { WATCH_CONCLUSIONS, type WatchConclusion } from '@glasshouse/protocol/watch/rules';
import { useState } from 'react';
import { ActDialog } from '../acts/ActDialog.tsx';
import { Choices } from '../parts/Choices.tsx';
import { useTexts } from '../texts.ts';

export function CloseCase({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useTexts();
  const [conclusion, setConclusion] = useState<WatchConclusion | null>(null);
  return (
    <ActDialog
      title={t('watch_closeTitle', { id: String(id) })}
      act={conclusion === null ? null : { name: 'watch/close', fields: { id, conclusion } }}
      missing={t('watch_conclusionMissing')}
      label={t('watch_closeNow')}
      tone="brand"
      onClose={onClose}
    >
      <Choices
        label={t('watch_conclusion')}
        fact={t('watch_conclusionHint')}
        choices={WATCH_CONCLUSIONS.map((each) => ({
          id: each,
          name: t(`watch_conclusion_${each}`),
          text: t(`watch_conclusionText_${each}`),
        }))}
        value={conclusion}
        onChange={setConclusion}
      />
    </ActDialog>
  );
}
