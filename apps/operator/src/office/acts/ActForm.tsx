/**
 * The form of an act in the decision column: its fields, what it would do, who has to agree, the
 * reason. Nothing happens before its last button.
 */
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { Note } from '@glasshouse/ui';
import { useState, type ReactNode } from 'react';
import { Decision } from '../parts/Decision.tsx';
import { Effect } from '../parts/Effect.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Seats } from '../parts/Seats.tsx';
import { Refused } from '../parts/states.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { useAct, type AskedAct } from './useAct.ts';

export interface ActFormProps {
  readonly title: ReactNode;
  readonly tag?: ReactNode;
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  /** What it is about, the choice of the act, and its fields. */
  readonly matter: ReactNode;
  /** Null: its fields are not complete, as `missing` says. */
  readonly act: AskedAct | null;
  readonly missing?: string;
  /** How many people the act needs. */
  readonly people: 1 | 2;
  readonly label: string;
  /** 'danger': it takes something from customers. */
  readonly tone: 'brand' | 'danger';
}

export function ActForm(props: ActFormProps) {
  const { title, tag, aside, onClose, matter, act, people, label, tone } = props;
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const [done, setDone] = useState<ActAnswer | null>(null);
  const { plan, doing } = useAct(act, (answer) => {
    setDone(answer);
    setReason('');
  });
  const fault = act === null ? undefined : plan.error?.message;
  const missing = useMissing({ ...props, reason, isPlanned: plan.isSuccess });
  return (
    <Decision
      title={title}
      tag={tag}
      aside={aside}
      onClose={onClose}
      matter={
        <>
          {done !== null && <Done answer={done} />}
          {matter}
        </>
      }
      effect={plan.data !== undefined && act !== null && <Planned answer={plan.data} />}
      seats={people === 2 && <TwoPeople />}
      refused={doing.error !== null && <Refused title={doing.error.message}>{t('nothingChanged')}</Refused>}
      reason={<Reason value={reason} onChange={setReason} />}
      acts={[
        {
          label: people === 2 ? t('askSecond', { act: label }) : label,
          tone: tone === 'danger' ? 'danger' : 'brand',
          isBusy: doing.isPending,
          missing,
          fault,
          onAct: () => doing.mutate(reason.trim()),
        },
      ]}
    />
  );
}

function useMissing({
  act,
  missing,
  reason,
  isPlanned,
}: Pick<ActFormProps, 'missing'> & {
  readonly act: unknown;
  readonly reason: string;
  readonly isPlanned: boolean;
}): string | undefined {
  const { t } = useTexts();
  if (act === null) return missing ?? t('fillIn');
  if (!isPlanned) return t('planning');
  return isReason(reason) ? undefined : t('reasonMissing');
}

export const Planned = ({ answer: { effect } }: { readonly answer: Pick<ActAnswer, 'effect'> }) => (
  <Effect
    rows={effect.map(({ what, before, after }) => ({
      label: what,
      after,
      ...(before === null ? {} : { before }),
    }))}
  />
);

function TwoPeople() {
  const { t } = useTexts();
  const { data: self } = useSelf();
  return (
    <Seats
      rule={t('twoPeople')}
      seats={[
        { kind: 'yours', name: self?.name ?? '', text: t('seatFirst') },
        { kind: 'others', role: t('seatSecond'), text: t('seatSecondText') },
      ]}
    />
  );
}

function Done({ answer }: { readonly answer: ActAnswer }) {
  const { t } = useTexts();
  const isAsked = answer.state === 'asked';
  return (
    <div role="status">
      <Note tone={isAsked ? 'warn' : 'ok'}>
        {isAsked ? t('actAsked', { act: answer.act ?? 0 }) : t('actDone', { act: answer.act ?? 0 })}
      </Note>
    </div>
  );
}
