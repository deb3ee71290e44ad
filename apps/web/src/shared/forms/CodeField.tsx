/** The field of an e-mail code, with the button that mails one and its 60-second wait. */
import { CodeInput, Field } from '@glasshouse/ui';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSendCode, type CodePurpose } from '#data/codes.ts';
import { useTranslation } from '#shared/i18n.ts';
import { maskedEmail } from '#shared/masked-email.ts';
import { notify } from '#shared/notify.ts';
import type { BoundField } from './useCheckedForm.ts';
import { check, secondsLeft } from './validation.ts';

export interface CodeFieldProps extends BoundField {
  readonly purpose: CodePurpose;
  readonly email: () => string;
  /** Set if a form asks for two codes. */
  readonly label?: string;
}

export function CodeField({ purpose, email, label, error, input, focus }: CodeFieldProps) {
  const { t } = useTranslation();
  const send = useSendCode(purpose);
  const [sent, setSent] = useState<{ readonly to: string; readonly atMs: number }>();
  const left = useCountdown(sent?.atMs);

  function sendCode() {
    const wrong = check.email(email());
    if (wrong !== undefined) {
      notify.error(t(wrong));
      return;
    }
    const to = email().trim();
    send.mutate(to, {
      onSuccess: () => {
        setSent({ to, atMs: Date.now() });
        focus();
      },
    });
  }
  // The same text for known and unknown addresses, so that nobody learns who has an account.
  const hint = sent === undefined ? undefined : t('identity.codeSent', { email: maskedEmail(sent.to) });
  return (
    <Field label={label ?? t('identity.code')} hint={hint} error={error}>
      {(ids) => (
        <CodeInput
          {...ids}
          {...input}
          icon={KeyRound}
          placeholder={t('identity.mailedCodePlaceholder')}
          secondsLeft={left}
          sending={send.isPending}
          sendLabel={sent === undefined ? t('identity.sendCode') : t('identity.resendCode')}
          waitLabel={t('identity.resendIn', { seconds: left })}
          onSend={sendCode}
        />
      )}
    </Field>
  );
}

function useCountdown(sentAtMs: number | undefined): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (sentAtMs === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [sentAtMs]);
  return secondsLeft(sentAtMs, Math.max(now, sentAtMs ?? 0));
}
