/**
 * Open an account (R5.2): rules are ticked as they are met, and the agreement is a separate choice.
 */
import { documentsInForce } from '@glasshouse/protocol/identity/documents';
import { Button, Checkbox, Field, FieldError, TextInput } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { Ticket, User } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { CodeField } from '#shared/forms/CodeField.tsx';
import { EmailField } from '#shared/forms/fields.tsx';
import { useCheckedForm } from '#shared/forms/useCheckedForm.ts';
import { check, newPasswordChecks } from '#shared/forms/validation.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { openAccount } from './calls.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { returnSearch } from './return-search.ts';
import { SignInLayout } from './SignInLayout.tsx';
import { usePasswordMax } from './usePasswordMax.ts';
import { useLeadOn, VisitorsOnly } from './VisitorsOnly.tsx';

/** The documents to which the user agrees, or which they should know before. */
type DocumentTopic = 'protocol' | 'legal' | 'policy';

export interface RegisterPageProps {
  readonly invite: string | undefined;
  readonly returnTo: string | undefined;
  /** Renders one of the documents. */
  readonly Document: ComponentType<{ readonly topic: DocumentTopic; readonly close: () => void }>;
}
/** The page after registration: the assets, from which a user deposits. */
const HOME = '/account/assert/2';

export function RegisterPage(props: RegisterPageProps) {
  return (
    <VisitorsOnly returnTo={props.returnTo} home={HOME}>
      <RegisterForm {...props} />
    </VisitorsOnly>
  );
}

function RegisterForm({ invite, returnTo, Document }: RegisterPageProps) {
  const { t } = useTranslation();
  const { form, field, busy, onSubmit } = useRegistration({ invite, returnTo });
  const named = field('accountName');
  const invited = field('inviteCode');
  const isAgreed = useWatch({ control: form.control, name: 'agree' }) !== '';
  return (
    <SignInLayout
      claim={t('identity.registerClaim')}
      title={t('identity.register')}
      lead={<LoginInstead returnTo={returnTo} />}
      tall
      onSubmit={onSubmit}
    >
      <EmailField isFirst {...field('email')} />
      <CodeField purpose="register" email={() => form.getValues('email')} {...field('code')} />
      <NewPasswordFields
        label={t('identity.password')}
        password={field('password')}
        again={field('again')}
        control={form.control}
      />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3">
        <Field label={t('identity.accountName')} fact={t('identity.optional')} error={named.error}>
          {(ids) => (
            <TextInput {...ids} {...named.input} icon={User} autoComplete="nickname" maxLength={25} />
          )}
        </Field>
        <Field label={t('identity.invite')} fact={t('identity.optional')} error={invited.error}>
          {(ids) => <TextInput {...ids} {...invited.input} icon={Ticket} autoComplete="off" />}
        </Field>
      </div>
      <Agreement
        agreed={isAgreed}
        error={field('agree').error}
        onAgreed={(agreed) => form.setValue('agree', agreed ? 'yes' : '', { shouldValidate: true })}
        Document={Document}
      />
      <Button type="submit" tone="brand" size="lg" busy={busy} className="w-full">
        {t('identity.registerButton')}
      </Button>
      <p className="text-mut text-center leading-5">{t('identity.neverAsk')}</p>
    </SignInLayout>
  );
}

function useRegistration({ invite, returnTo }: Pick<RegisterPageProps, 'invite' | 'returnTo'>) {
  const max = usePasswordMax();
  const leadOn = useLeadOn({ returnTo, home: HOME });
  const initial = { email: '', code: '', password: '', again: '', accountName: '', agree: '' };
  return useCheckedForm({
    initial: { ...initial, inviteCode: invite ?? '' },
    checks: {
      email: check.email,
      code: check.code,
      ...newPasswordChecks(max),
      accountName: check.accountName,
      agree: (text) => (text === '' ? 'identity.mustAgree' : undefined),
    },
    send: async ({ email, code, password, again, accountName, inviteCode }) => {
      await openAccount({
        email: email.trim(),
        code: code.trim(),
        password,
        confirmPassword: again,
        accountName: accountName.trim(),
        inviteCode: inviteCode.trim(),
        agree: true,
        documents: documentsInForce(),
      });
      notify.success('l.registerSuccess');
      leadOn();
    },
  });
}

interface AgreementProps extends Pick<RegisterPageProps, 'Document'> {
  readonly agreed: boolean;
  readonly error: string | undefined;
  readonly onAgreed: (agreed: boolean) => void;
}
function Agreement({ agreed, error, onAgreed, Document }: AgreementProps) {
  const { t } = useTranslation();
  const [topic, setTopic] = useState<DocumentTopic>();
  return (
    <div data-field>
      <Checkbox checked={agreed} onChange={onAgreed} className="text-mut gap-2 text-[12.5px] leading-5">
        {t('identity.agree1')}
        <DocumentButton topic="protocol" onOpen={setTopic}>
          {t('identity.agreement')}
        </DocumentButton>
        {t('identity.agree2')}
        <DocumentButton topic="legal" onOpen={setTopic}>
          {t('identity.riskNotice')}
        </DocumentButton>
        {t('identity.agree3')}
        <DocumentButton topic="policy" onOpen={setTopic}>
          {t('identity.privacyPolicy')}
        </DocumentButton>
      </Checkbox>
      {error !== undefined && (
        <div data-note className="pb-1">
          <FieldError text={error} />
        </div>
      )}
      {topic !== undefined && <Document topic={topic} close={() => setTopic(undefined)} />}
    </div>
  );
}

interface DocumentButtonProps {
  readonly topic: DocumentTopic;
  readonly onOpen: (topic: DocumentTopic) => void;
  readonly children: ReactNode;
}
function DocumentButton({ topic, onOpen, children }: DocumentButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="text-brand-ink font-medium"
      onClick={() => onOpen(topic)}
    >
      {children}
    </button>
  );
}

function LoginInstead({ returnTo }: Pick<RegisterPageProps, 'returnTo'>) {
  const { t } = useTranslation();
  return (
    <>
      {t('identity.haveAccount')}{' '}
      <Link to="/login/login" search={returnSearch(returnTo)} className="text-brand-ink font-medium">
        {t('identity.goLogin')}
      </Link>
    </>
  );
}
