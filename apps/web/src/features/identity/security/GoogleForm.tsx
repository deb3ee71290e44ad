/**
 * Binds an authenticator by its QR code or secret, shows the recovery codes once, and removes it
 * again.
 */
import { Button, Note, Skeleton } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '#shared/CopyButton.tsx';
import { GoogleField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { QrCode } from '#shared/QrCode.tsx';
import { bindGoogle, securityKey, startGoogleBind, unbindGoogle } from '../calls.ts';
import type { ChangeProps } from './ChangeForms.tsx';
import { DialogForm, NO_PROOF, proofChecks, ProofFields } from './ProofFields.tsx';

const QR_SIZE = 148;

export function GoogleForm(props: ChangeProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  if (recoveryCodes !== undefined) return <RecoveryCodes codes={recoveryCodes} close={props.close} />;
  return props.security.google === null ? (
    <BindForm {...props} onBound={setRecoveryCodes} />
  ) : (
    <UnbindForm {...props} />
  );
}

function BindForm({ security, onBound }: ChangeProps & { readonly onBound: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const { data: started } = useQuery({
    queryKey: [...securityKey, 'google-secret'],
    queryFn: startGoogleBind,
    staleTime: Infinity,
    gcTime: 0,
  });
  // Requires the new authenticator's code, whether or not one is bound already.
  const { field, busy, onSubmit } = useCheckedForm({
    initial: NO_PROOF,
    checks: { ...proofChecks(security), googleCode: check.sixDigits },
    send: async (entered) => onBound((await bindGoogle(entered)).recoveryCodes),
  });
  return (
    <DialogForm
      onSubmit={onSubmit}
      busy={busy}
      submitLabel={t('security.activate')}
      disabled={started === undefined}
    >
      <div className="flex gap-4">
        {started === undefined ? (
          <Skeleton className="size-[148px]!" />
        ) : (
          <QrCode text={started.uri} label={t('security.qrLabel')} size={QR_SIZE} />
        )}
        <div className="min-w-0 flex-1 leading-5">
          <p className="text-mut">{t('security.googleScan')}</p>
          <p
            translate="no"
            className="notranslate hash bg-raised mt-2 rounded-lg px-3 py-2 text-[12px] leading-[18px] break-all"
          >
            {started?.secret.replace(/(.{4})/g, '$1 ') ?? '…'}
          </p>
          <div className="mt-2">
            <CopyButton text={started?.secret ?? ''} label={t('security.copySecret')} />
          </div>
        </div>
      </div>
      <GoogleField {...field('googleCode')} hint={t('security.googleNew')} />
      <ProofFields security={{ ...security, google: null }} field={field} />
    </DialogForm>
  );
}

function RecoveryCodes({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      <Note tone="warn" title={t('security.recoveryTitle')}>
        {t('security.recoveryText')}
      </Note>
      <ul
        translate="no"
        className="notranslate hash bg-raised grid gap-y-1 rounded-lg px-5 py-4 text-center text-[13px]"
      >
        {codes.map((code) => (
          <li key={code} data-testid="recovery-code">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <CopyButton size="md" text={codes.join('\n')} label={t('security.copyCodes')} />
        <Button tone="brand" className="flex-1" onClick={close}>
          {t('security.recoverySaved')}
        </Button>
      </div>
    </div>
  );
}

function UnbindForm({ security, close }: ChangeProps) {
  const { t } = useTranslation();
  const { field, busy, onSubmit } = useCheckedForm({
    initial: NO_PROOF,
    checks: proofChecks(security),
    send: async (entered) => {
      await unbindGoogle(entered);
      notify.success(t('security.done.googleRemoved'));
      close();
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.remove')} danger>
      <Note tone="warn">{t('security.unbindNote')}</Note>
      <ProofFields security={security} field={field} />
    </DialogForm>
  );
}
