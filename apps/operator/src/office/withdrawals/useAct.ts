/** An act on a withdrawal: what it would do, and doing it once. */
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { InputOf, OperatorCallNamed } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { useState } from 'react';
import { uniqueKey } from '../../shared/unique-key.ts';
import { call, CallError } from '../api.ts';
import type { EffectRow } from '../parts/Effect.tsx';
import { useTexts } from '../texts.ts';
import { reload } from './useWithdrawals.ts';

type ActName = 'withdrawals/approve' | 'withdrawals/reject' | 'withdrawals/settle';
type Input<N extends ActName> = InputOf<OperatorCallNamed<N>>;
type Fields<N extends ActName> = Omit<Input<N>, 'step' | 'reason' | 'key'>;

export interface Act {
  /** What it would do; undefined while that is not known. */
  readonly effect: readonly EffectRow[] | undefined;
  /** Why it would not be done, or was not. */
  readonly refused: CallError | null;
  readonly isBusy: boolean;
  readonly act: (reason: string) => void;
}

interface ActOptions<N extends ActName> {
  readonly name: N;
  /** Null: they are not complete, and nothing is asked. */
  readonly fields: Fields<N> | null;
  /** Changes with what the act stands on. */
  readonly version: string;
  readonly onDone: () => void;
}

export function useAct<N extends ActName>({ name, fields, version, onDone }: ActOptions<N>): Act {
  const { language } = useTexts();
  // All acts answer alike.
  const send = async (more: object) => (await call(name, { ...fields, ...more } as Input<N>)) as ActAnswer;
  const plan = useQuery({
    queryKey: ['act', name, fields, version, language],
    queryFn: fields === null ? skipToken : async () => send({ step: 'plan' }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  // Without an answer it is asked again with the same key, and is not done twice.
  const [key, setKey] = useState(uniqueKey);
  const acting = useMutation({
    mutationFn: async (reason: string) => send({ step: 'do', reason, key }),
    onSuccess: async () => {
      setKey(uniqueKey());
      await reload();
      onDone();
    },
    onError: async (error) => {
      if (!(error instanceof CallError) || error.error === '') return;
      setKey(uniqueKey());
      await reload();
    },
  });
  const effect = fields === null || plan.isError ? undefined : plan.data?.effect;
  return {
    effect: effect?.map(({ what, before, after }) => ({
      label: what,
      after,
      ...(before === null ? {} : { before }),
    })),
    refused: (acting.error ?? (fields === null ? null : plan.error)) as CallError | null,
    isBusy: acting.isPending,
    act: (reason) => acting.mutate(reason),
  };
}
