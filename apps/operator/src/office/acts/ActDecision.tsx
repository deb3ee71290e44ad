/** One act: who asked and why, what it would do now, and the decision of its second person. */
import type { DataOf, OperatorCallNamed } from '@glasshouse/protocol';
import { DateTime, SkeletonRows } from '@glasshouse/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, queries } from '../api.ts';
import { subjectText } from '../audit-words.ts';
import { Decision, type DecisionAct } from '../parts/Decision.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Seats, type Seat } from '../parts/Seats.tsx';
import { Failed, Refused } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { ACT_STATES, actText } from './act-words.ts';
import { Planned } from './ActForm.tsx';

type Act = DataOf<OperatorCallNamed<'operators/get-act'>>;
type Verb = 'agree-to' | 'refuse' | 'withdraw';
const EVERY_MS = 5_000;

interface ActDecisionProps {
  readonly act: number;
  readonly onClose: () => void;
}

export function ActDecision({ act, onClose }: ActDecisionProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['act', act],
    queryFn: () => call('operators/get-act', { act }),
    refetchInterval: EVERY_MS,
  });
  if (data !== undefined) return <Shown act={data} onClose={onClose} />;
  return (
    <Decision
      title={act}
      onClose={onClose}
      acts={[]}
      matter={
        error === null ? (
          <SkeletonRows rows={4} height={27} bare />
        ) : (
          <Failed error={error} onRetry={refetch} />
        )
      }
    />
  );
}

function Shown({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const { t } = useTexts();
  const { data: self } = useSelf();
  const [reason, setReason] = useState('');
  const deciding = useMutation<unknown, Error, Verb>({
    mutationFn: (verb) => {
      const decision = { act: act.act, reason: reason.trim() };
      return verb === 'agree-to'
        ? call('operators/agree-to-act', { ...decision, effectMark: act.effectMark })
        : call(`operators/${verb}-act`, decision);
    },
    onSuccess: () => setReason(''),
    onSettled: () => void queries.invalidateQueries(),
  });
  const isWaiting = act.state === 'asked';
  const isOwn = act.operator === self?.name;
  const missing = isReason(reason) ? undefined : t('reasonMissing');
  const button = (verb: Verb, label: string, tone: DecisionAct['tone']): DecisionAct => ({
    label,
    tone,
    missing,
    isBusy: deciding.isPending && deciding.variables === verb,
    onAct: () => deciding.mutate(verb),
  });
  const acts = isOwn
    ? [button('withdraw', t('withdrawAct'), 'plain')]
    : [button('refuse', t('refuseAct'), 'danger'), button('agree-to', t('agreeToAct'), 'brand')];
  const mayDecide = isWaiting && (isOwn || act.canAgree);
  return (
    <Decision
      title={actText(t, act.call)}
      tag={<StateTag state={act.state} states={ACT_STATES} />}
      aside={act.act}
      onClose={onClose}
      matter={
        <div>
          <p className="text-[15px] leading-6 font-semibold">{subjectText(t, act.subject)}</p>
          {act.failure !== null && <p className="text-bad mt-1">{t('actFailure', { why: act.failure })}</p>}
        </div>
      }
      effect={isWaiting && act.effect.length > 0 && <Planned answer={act} />}
      seats={<ActSeats act={act} own={self?.name ?? ''} />}
      refused={
        deciding.error !== null && <Refused title={deciding.error.message}>{t('nothingChanged')}</Refused>
      }
      reason={mayDecide && <Reason value={reason} onChange={setReason} />}
      acts={mayDecide ? acts : []}
    />
  );
}

function ActSeats({ act, own }: { readonly act: Act; readonly own: string }) {
  const { t } = useTexts();
  const first: Seat = {
    kind: 'agreed',
    name: act.operator,
    isYou: act.operator === own,
    time: <DateTime timeMs={act.time} kind="short" />,
    words: act.reason,
  };
  return <Seats seats={[first, ...secondOf(act, { own, t })]} />;
}

function secondOf(
  { second, secondReason, decidedTime, state, canAgree }: Act,
  { own, t }: { readonly own: string; readonly t: ReturnType<typeof useTexts>['t'] },
): Seat[] {
  if (second !== null) {
    if (state === 'refused') return [{ kind: 'refused', name: second, text: secondReason ?? '' }];
    const time = decidedTime === null ? '' : <DateTime timeMs={decidedTime} kind="short" />;
    const words = secondReason === null ? {} : { words: secondReason };
    return [{ kind: 'agreed', name: second, isYou: second === own, time, ...words }];
  }
  if (state !== 'asked') return [];
  return canAgree
    ? [{ kind: 'yours', name: own, text: t('seatAgree') }]
    : [{ kind: 'others', role: t('seatSecond'), text: t('seatSecondText') }];
}
