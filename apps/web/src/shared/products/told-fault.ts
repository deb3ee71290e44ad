/**
 * Decides when the error of an amount is shown: a missing amount only after the user has tried to
 * go on.
 */
import { useState } from 'react';
import { focusField } from './focus-field.ts';

export interface ToldFault<F> {
  /** The error to show; undefined if there is none. */
  readonly told: F | undefined;
  /** Whether the form may go on. If not, the error is shown, and the field gets the focus. */
  readonly tryOn: () => boolean;
}

export function useToldFault<F extends string>(fault: F | undefined, fieldId: string): ToldFault<F> {
  const [hasTried, setTried] = useState(false);
  if (hasTried && fault !== 'missing') setTried(false);
  return {
    told: fault === 'missing' && !hasTried ? undefined : fault,
    tryOn: () => {
      if (fault === undefined) return true;
      setTried(fault === 'missing');
      focusField(fieldId);
      return false;
    },
  };
}
