/** An act as its form uses it: what it would do, planned anew with each field, and its doing. */
import type { ActName, InputOf, OperatorCallNamed } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { uniqueKey } from '../../shared/unique-key.ts';
import { call, CallError, queries } from '../api.ts';

/** An act and its fields, without those that every act has. */
export type AskedAct<N extends ActName = ActName> = N extends ActName
  ? {
      readonly name: N;
      readonly fields: Omit<InputOf<OperatorCallNamed<N>>, 'step' | 'reason' | 'key'>;
    }
  : never;
type Step =
  | { readonly step: 'plan' }
  | { readonly step: 'do'; readonly reason: string; readonly key: string };

/** The inputs of acts differ in their own fields alone, which belong to the name. */
const ask = ({ name, fields }: AskedAct, step: Step): Promise<ActAnswer> =>
  call(name, { ...fields, ...step } as InputOf<OperatorCallNamed<typeof name>>);

/**
 * `act` null: its fields are not complete. `standsOn` changes with what else the plan depends on,
 * and it is planned anew then.
 */
export function useAct(act: AskedAct | null, onDone: (answer: ActAnswer) => void, standsOn = '') {
  // Sent again after a lost answer, it is the same act.
  const [key, setKey] = useState(uniqueKey);
  const plan = useQuery<ActAnswer>({
    queryKey: ['plan', act?.name, act?.fields, standsOn],
    enabled: act !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: () => ask(act!, { step: 'plan' }),
  });
  const doing = useMutation<ActAnswer, Error, string>({
    mutationFn: (reason) => ask(act!, { step: 'do', reason, key }),
    onSuccess: (answer) => {
      setKey(uniqueKey());
      void queries.invalidateQueries();
      onDone(answer);
    },
    onError: (error) => {
      // Refused, so it was not done: the next try is another act.
      if (error instanceof CallError && error.error !== '') setKey(uniqueKey());
    },
  });
  return { plan, doing };
}
