/** Asks whether an article helped. The reader can change the answer; the last one counts. */
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import { Button } from '@glasshouse/ui';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { call } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useParameter } from '#data/parameters.ts';

type Answer = 'yes' | 'no';

export function Feedback({ article, title }: { readonly article: ArticleName; readonly title: string }) {
  const { t } = useTranslation();
  const mail = useParameter('customer_service_email');
  const [answer, setAnswer] = useState<Answer>();
  const [busy, setBusy] = useState<Answer>();
  async function send(helped: Answer) {
    setBusy(helped);
    // The call shows a failure itself.
    const isSent = await call('help/send-feedback', { article, helped }).then(
      () => true,
      () => false,
    );
    setBusy(undefined);
    if (isSent) setAnswer(helped);
  }
  return (
    <section
      aria-label={t('help.feedback.label')}
      className="border-line -mx-8 mt-8 flex min-h-[53px] items-center gap-3 border-t px-8 pt-5"
    >
      <p className="text-[13px] font-semibold">{t('help.feedback.question')}</p>
      {(['yes', 'no'] as const).map((each) => (
        <Button
          key={each}
          size="sm"
          busy={busy === each}
          aria-pressed={answer === each}
          className="aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
          onClick={() => void send(each)}
        >
          {each === 'yes' ? <ThumbsUp aria-hidden size={14} /> : <ThumbsDown aria-hidden size={14} />}
          {t(`help.feedback.${each}`)}
        </Button>
      ))}
      <p aria-live="polite" className="text-mut text-[12.5px]">
        {answer !== undefined && t('help.feedback.noted')}
      </p>
      {mail !== undefined && (
        <a
          href={`mailto:${mail}?subject=${encodeURIComponent(title)}`}
          className="text-brand-ink ml-auto text-[13px] font-medium hover:underline"
        >
          {t('help.feedback.report')}
        </a>
      )}
    </section>
  );
}
