/** The login form of the back office: name, password and authenticator code. */
import { Button, Field, LogoMark, Note, PasswordInput, TextInput } from '@glasshouse/ui';
import { useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { CallError } from './api.ts';
import { endedSession, logIn } from './self.ts';
import { setLanguage, useTexts } from './texts.ts';

interface Typed {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}
const FIELDS = ['name', 'password', 'code'] as const satisfies readonly (keyof Typed)[];

interface Fault {
  readonly text: string;
  readonly field?: string | undefined;
}

export function LogIn() {
  const { t, language } = useTexts();
  const [typed, setTyped] = useState<Typed>({ name: '', password: '', code: '' });
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const empty = FIELDS.find((field) => typed[field].trim() === '');
    if (empty !== undefined) {
      setFault({ text: t('fillIn'), field: empty });
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      await logIn(typed);
    } catch (error) {
      const { message, field } =
        error instanceof CallError ? error : { message: t('failed'), field: undefined };
      setFault({ text: message, field });
      // The code may be used up, since each works once.
      setTyped({ ...typed, code: '' });
    }
    setBusy(false);
  }
  return (
    <main className="grid min-h-dvh place-content-center p-6">
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        className="bg-panel border-line flex w-[400px] flex-col gap-4 rounded-xl border p-6"
      >
        <div className="flex items-center gap-3">
          <LogoMark className="size-7" />
          <h1 className="text-[18px] leading-6 font-semibold">{t('logIn')}</h1>
        </div>
        <Ended />
        <p className="text-mut text-[13px] leading-5 text-pretty">{t('logInText')}</p>
        {fault !== null && fault.field === undefined && (
          <div role="alert">
            <Note tone="bad">{fault.text}</Note>
          </div>
        )}
        <LogInFields typed={typed} fault={fault} onTyped={setTyped} />
        <Button type="submit" tone="brand" size="lg" busy={isBusy} className="w-full text-[13px]">
          {t('logInButton')}
        </Button>
        <button
          type="button"
          className="text-mut hover:text-fg text-[12.5px]"
          onClick={() => setLanguage(language === 'zh-CN' ? 'en-US' : 'zh-CN')}
        >
          {t('language')}
        </button>
      </form>
    </main>
  );
}

/** Explains why the session ended, unless the operator logged out. */
function Ended() {
  const { t } = useTexts();
  const [session] = useState(endedSession);
  const [nowMs] = useState(Date.now);
  if (session === null) return null;
  const { endsTime, idleMs } = session;
  return (
    <div role="status">
      <Note tone="warn">
        {endsTime <= nowMs ? t('endedByAge') : t('endedByItself', { minutes: Math.round(idleMs / 60_000) })}
      </Note>
    </div>
  );
}

interface LogInFieldsProps {
  readonly typed: Typed;
  readonly fault: Fault | null;
  readonly onTyped: (typed: Typed) => void;
}

function LogInFields({ typed, fault, onTyped }: LogInFieldsProps) {
  const { t } = useTexts();
  const of = (field: keyof Typed) => ({
    value: typed[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onTyped({ ...typed, [field]: target.value }),
  });
  const errorOf = (field: keyof Typed) => (fault?.field === field ? fault.text : undefined);
  return (
    <>
      <Field label={t('name')} error={errorOf('name')}>
        {(ids) => <TextInput {...ids} autoComplete="username" {...of('name')} />}
      </Field>
      <Field label={t('password')} error={errorOf('password')}>
        {(ids) => (
          <PasswordInput
            {...ids}
            autoComplete="current-password"
            showLabel={t('showPassword')}
            hideLabel={t('hidePassword')}
            {...of('password')}
          />
        )}
      </Field>
      <Field label={t('code')} hint={t('codeHint')} error={errorOf('code')}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            {...of('code')}
          />
        )}
      </Field>
    </>
  );
}
