/** Confirms that a question was sent, and says that the answer comes by mail. */
import { Button } from '@glasshouse/ui';
import { MailCheck } from 'lucide-react';
import { chatNumber } from '@glasshouse/protocol/support/topics';
import type { T } from './texts.ts';

export interface SentPageProps {
  readonly t: T;
  readonly number: number;
  /** Empty for a signed-in user, whose address the server knows. */
  readonly email: string;
  readonly onAnother: () => void;
}

export function SentPage({ t, number, email, onAnother }: SentPageProps) {
  return (
    <div className="grid h-dvh place-content-center justify-items-center gap-3 px-8 text-center">
      <span className="bg-raised text-brand-ink grid size-12 place-items-center rounded-full">
        <MailCheck size={22} aria-hidden />
      </span>
      <h1 className="text-[15px] font-semibold">{t('sentTitle')}</h1>
      <p className="text-mut text-[13px] leading-5 break-words" role="status">
        {t(email === '' ? 'sentToYou' : 'sentText', { number: chatNumber(number), email })}
      </p>
      <Button tone="line" onClick={onAnother}>
        {t('another')}
      </Button>
    </div>
  );
}
