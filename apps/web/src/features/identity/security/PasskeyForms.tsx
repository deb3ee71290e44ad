/** Adds and removes passkeys. */
import { Field, Note, TextInput } from '@glasshouse/ui';
import { Fingerprint } from 'lucide-react';
import { CallError } from '#data/api.ts';
import { deviceName } from '#shared/device-name.ts';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { addPasskey, removePasskey } from '../calls.ts';
import type { ChangeProps } from './ChangeForms.tsx';
import { DialogForm, NO_PROOF, proofChecks, ProofFields } from './ProofFields.tsx';

const NAME_MAX = 40;
/** Browsers make passkeys only for host names, not for IP addresses, and only on secure pages. */
const BARE_ADDRESS = /^[\d.]+$|:/;

export function AddPasskeyForm({ security, close }: ChangeProps) {
  const { t } = useTranslation();
  const isPossible = window.isSecureContext && !BARE_ADDRESS.test(window.location.hostname);
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { ...NO_PROOF, name: deviceName(navigator.userAgent).slice(0, NAME_MAX) },
    checks: { ...proofChecks(security), name: check.filled },
    send: async (entered) => {
      try {
        await addPasskey({ ...entered, name: entered['name'].trim() });
        notify.success(t('security.done.passkeyAdded'));
        close();
      } catch (error) {
        if (error instanceof CallError) throw error;
        notify.warning(t('identity.passkeyNotUsed'));
      }
    },
  });
  const name = field('name');
  if (!isPossible)
    return (
      <Note tone="warn" title={t('security.passkeyNotHere')}>
        {t('security.passkeyNotHereText')}
      </Note>
    );
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.addPasskey')}>
      <p className="text-mut leading-5">{t('security.passkeyWhy')}</p>
      <Field label={t('security.passkeyName')} error={name.error}>
        {(ids) => <TextInput {...ids} {...name.input} icon={Fingerprint} maxLength={NAME_MAX} />}
      </Field>
      <ProofFields security={security} field={field} />
    </DialogForm>
  );
}

/** The subject is the passkey's id. */
export function RemovePasskeyForm({
  security,
  close,
  subject: id,
}: ChangeProps & { readonly subject: string }) {
  const { t } = useTranslation();
  const passkey = security.passkeys.find((each) => each.id === id);
  const { field, busy, onSubmit } = useCheckedForm({
    initial: NO_PROOF,
    checks: proofChecks(security),
    send: async (entered) => {
      await removePasskey({ ...entered, id });
      notify.success(t('security.done.passkeyRemoved'));
      close();
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.remove')} danger>
      <p className="text-mut leading-5">{t('security.removePasskeyText', { name: passkey?.name ?? '' })}</p>
      <ProofFields security={security} field={field} />
    </DialogForm>
  );
}
