/** The forms to freeze and unfreeze the account, and for self-exclusion. */
import { EXCLUSION_DAYS } from '@glasshouse/protocol/identity/input-rules';
import { Field, Note, Segmented, TextInput } from '@glasshouse/ui';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '#data/session.ts';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { FROZEN_PAGE } from '#shared/frozen-page.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { freeze, selfExclude, unfreeze } from '../calls.ts';
import type { ChangeProps } from './ChangeForms.tsx';
import { DialogForm, NO_PROOF, proofChecks, ProofFields } from './ProofFields.tsx';

export function FreezeForm({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const { busy, onSubmit } = useCheckedForm({
    initial: {},
    checks: {},
    send: async () => {
      await freeze();
      close();
      signOut();
      notify.success(t('identity.frozenTitle'));
      void router.navigate(FROZEN_PAGE);
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.freezeNow')} danger>
      <Note tone="bad">{t('identity.freezeText')}</Note>
    </DialogForm>
  );
}

export function UnfreezeForm({ security, close }: ChangeProps) {
  const { t } = useTranslation();
  const { field, busy, onSubmit } = useCheckedForm({
    initial: NO_PROOF,
    checks: proofChecks(security),
    send: async (entered) => {
      await unfreeze(entered);
      notify.success(t('security.done.unfreezing'));
      close();
    },
  });
  return (
    <DialogForm onSubmit={onSubmit} busy={busy} submitLabel={t('security.unfreeze')}>
      <p className="text-mut leading-5">{t('security.unfreezeText')}</p>
      <ProofFields security={security} field={field} />
    </DialogForm>
  );
}

const DAYS = EXCLUSION_DAYS.map((days) => `${days}` as const);
type Days = (typeof DAYS)[number];

export function ExcludeForm({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<Days>('7');
  const { field, busy, onSubmit } = useCheckedForm({
    initial: { typed: '' },
    checks: { typed: (text) => (text.trim() === days ? undefined : 'security.excludeTypedWrong') },
    send: async () => {
      await selfExclude(Number(days));
      notify.success(t('security.done.onBreak', { days: Number(days) }));
      close();
    },
  });
  const typed = field('typed');
  return (
    <DialogForm
      onSubmit={onSubmit}
      busy={busy}
      submitLabel={t('security.excludeNow', { days: Number(days) })}
      danger
    >
      <p className="text-mut leading-5">{t('security.excludeText')}</p>
      <Segmented
        label={t('security.excludeFor')}
        value={days}
        onValue={setDays}
        items={DAYS.map((id) => ({ id, label: t('security.days', { days: Number(id) }) }))}
      />
      <Note tone="warn">{t('security.excludeNote')}</Note>
      <Field label={t('security.excludeTyped', { days })} error={typed.error}>
        {(ids) => <TextInput {...ids} {...typed.input} inputMode="numeric" autoComplete="off" />}
      </Field>
    </DialogForm>
  );
}
