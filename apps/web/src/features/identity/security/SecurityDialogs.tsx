/** The dialogs of the security center, one per change. */
import { Dialog } from '@glasshouse/ui';
import type { ComponentType } from 'react';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import type { Security } from '../shapes.ts';
import { AvatarForm } from './AvatarForm.tsx';
import { AntiPhishingForm, EmailForm, FundPasswordForm } from './ChangeForms.tsx';
import type { DialogName, OpenDialog } from './dialog-names.ts';
import { EndSessionsForm } from './EndSessionsForm.tsx';
import { ExcludeForm, FreezeForm, UnfreezeForm } from './FreezeForms.tsx';
import { GoogleForm } from './GoogleForm.tsx';
import { LimitsForm } from './LimitsForm.tsx';
import { LoginHistory } from './LoginHistory.tsx';
import { AddPasskeyForm, RemovePasskeyForm } from './PasskeyForms.tsx';

const TITLES: Readonly<Record<DialogName, TextKey>> = {
  'fund-password': 'security.rows.fundPassword',
  google: 'security.rows.google',
  'passkey-add': 'security.addPasskey',
  'passkey-remove': 'security.removePasskeyTitle',
  email: 'security.changeEmail',
  'anti-phishing': 'security.rows.antiPhishing',
  limits: 'security.limits',
  exclude: 'security.exclude',
  freeze: 'security.freeze',
  unfreeze: 'security.unfreeze',
  'end-sessions': 'security.endSessions',
  history: 'security.history',
  avatar: 'security.avatar',
};
interface FormProps {
  readonly security: Security;
  readonly close: () => void;
  /** The id of the object that the form acts on, such as a session; '' if there is none. */
  readonly subject: string;
}
const FORMS: Readonly<Record<DialogName, ComponentType<FormProps>>> = {
  'fund-password': FundPasswordForm,
  google: GoogleForm,
  'passkey-add': AddPasskeyForm,
  'passkey-remove': RemovePasskeyForm,
  email: EmailForm,
  'anti-phishing': AntiPhishingForm,
  limits: LimitsForm,
  exclude: ExcludeForm,
  freeze: FreezeForm,
  unfreeze: UnfreezeForm,
  'end-sessions': EndSessionsForm,
  history: LoginHistory,
  avatar: AvatarForm,
};
const WIDE = 760;
const USUAL = 440;

export interface SecurityDialogsProps {
  readonly dialog: OpenDialog;
  readonly security: Security;
  readonly close: () => void;
}

export function SecurityDialogs({ dialog, security, close }: SecurityDialogsProps) {
  const { t } = useTranslation();
  const { name, subject } = dialog;
  const Form = FORMS[name];
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t(TITLES[name])}
      closeLabel={t('common.close')}
      width={name === 'history' ? WIDE : USUAL}
    >
      <Form security={security} close={close} subject={subject} />
    </Dialog>
  );
}
