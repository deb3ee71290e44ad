/** A published notice in both languages, and withdrawing it. */
import type { PublishedNotice } from '@glasshouse/protocol/notices/office';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { useTexts } from '../texts.ts';
import { Preview } from './Preview.tsx';

export interface NoticeDecisionProps {
  readonly notice: PublishedNotice;
  readonly mayWithdraw: boolean;
  readonly onClose: () => void;
}

export function NoticeDecision({ notice: shown, mayWithdraw, onClose }: NoticeDecisionProps) {
  const { t } = useTexts();
  const { notice } = shown;
  const head = { title: t('notice_number', { number: notice }), onClose };
  const matter = <Preview texts={shown} />;
  if (!mayWithdraw) return <LooksOnly {...head} matter={matter} />;
  return (
    <ActForm
      {...head}
      people={1}
      label={actText(t, 'notices/withdraw')}
      tone="danger"
      act={{ name: 'notices/withdraw', fields: { notice } }}
      matter={matter}
    />
  );
}
