/** When a fault of an amount is told: a missing one only to somebody who goes on without it. */
import { useState } from 'react';
import { focusField } from './focus-field.ts';

export interface ToldFault<F> {
  /** Undefined: nothing is told. */
  readonly told: F | undefined;
  /** Whether the form may go on. If not, what is wrong is told, and the field gets the focus. */
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
