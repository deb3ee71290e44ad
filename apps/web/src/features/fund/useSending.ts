/** Sends the order of a dialog. On success the dialog closes; an error is shown inside it. */
import { useState } from 'react';
import { CallError, failureText } from '#data/api.ts';
import { notify } from '#shared/notify.ts';

export function useSending(close: () => void) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  async function sending(work: () => Promise<void>, done: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      notify.success(done);
      close();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(failureText(error) ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return {
    busy,
    wrong,
    refuse: setWrong,
    clear: () => setWrong(undefined),
    send: (work: () => Promise<void>, done: string) => void sending(work, done),
  };
}
