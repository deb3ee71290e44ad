/**
 * Ends one session, or all but this one. Requires the password, so that nobody at an unattended
 * page can sign the owner out.
 */
import { PasswordField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { endSessions } from '../calls.ts';
import { DialogForm } from './ProofFields.tsx';

export interface EndSessionsFormProps {
  /** The session's id; '' for all others. */
  readonly subject: string;
  readonly close: () => void;
}

export function EndSessionsForm({ subject, close }: EndSessionsFormProps) {
  const { t } = useTranslation();
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { password: '' },
    checks: { password: check.loginPassword },
    send: async ({ password }) => {
      await endSessions(password, subject);
      notify.success(t('security.done.sessionsEnded'));
      close();
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.endSessions')} danger>
      <p className="text-mut leading-5">
        {t(subject === '' ? 'security.endOthersText' : 'security.endOneText')}
      </p>
      <PasswordField label={t('security.loginPassword')} {...field('password')} />
    </DialogForm>
  );
}
