/**
 * Sends the action of a dialog, with the fund password of a user who has one if the action asks for
 * it. A success closes the dialog, and every refusal stays in it.
 */
import { useState } from 'react';
import { CallError, failureText } from '#data/api.ts';
import { usePerson } from '#data/person.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';

const DIGITS = 6;

export interface SendingOptions {
  readonly close: (isDone: boolean) => void;
  /** Whether the action locks money for a term, or takes a loan. */
  readonly isLock?: boolean;
}

export function useSending({ close, isLock = false }: SendingOptions) {
  const { t } = useTranslation();
  const hasPassword = usePerson()?.assetsPwd === true;
  // Set on another device meanwhile: the server asks for what this page does not know of.
  const [isDemanded, setDemanded] = useState(false);
  const asksFund = isLock && (hasPassword || isDemanded);
  const [fundPassword, setFundPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [wrongPassword, setWrongPassword] = useState<string>();
  function clear(): void {
    setWrong(undefined);
    setWrongPassword(undefined);
  }
  async function sent(work: (fundPassword: string | undefined) => Promise<unknown>, done: string) {
    clear();
    if (asksFund && fundPassword.length < DIGITS) return setWrongPassword(t('terms.enterFundPassword'));
    setBusy(true);
    try {
      await work(asksFund ? fundPassword : undefined);
      notify.success(done);
      close(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.field !== 'fundPassword') return setWrong(failureText(error) ?? error.message);
      setDemanded(true);
      setWrongPassword(error.message);
      setFundPassword('');
    } finally {
      setBusy(false);
    }
  }
  return {
    busy,
    wrong,
    refuse: setWrong,
    clear,
    /** The field of the fund password; null where none is asked. */
    password: asksFund
      ? {
          value: fundPassword,
          wrong: wrongPassword,
          onValue: (text: string) => {
            clear();
            setFundPassword(text);
          },
        }
      : null,
    send: (work: (fundPassword: string | undefined) => Promise<unknown>, done: string) =>
      void sent(work, done),
  };
}
