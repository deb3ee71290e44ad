/** The decision on one case: whose it is, what an act does, and the acts. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OfficeCase } from '@glasshouse/protocol/kyc/office';
import { Code, formatTime, KeyValue, Note } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { useLogged } from '../frame/frame-context.ts';
import { useKeys } from '../frame/keys.ts';
import { Decision } from '../parts/Decision.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Refused } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { RejectCase } from './RejectCase.tsx';
import { CASE_STATE_TEXTS } from './words.ts';

export interface CaseDecisionProps {
  readonly shown: OfficeCase;
  /** Its place in the list: '1 / 6'. */
  readonly place: string | undefined;
  readonly onClose: () => void;
}

export function CaseDecision({ shown, place, onClose }: CaseDecisionProps) {
  const { t } = useTexts();
  const role = useSelf().data?.role;
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const { id, userId, state, duplicates } = shown;
  useLogged(t('lookLogged', { subject: t('subject_case', { id: String(id), user: String(userId) }) }));
  const mayDecide = role !== undefined && isPermitted(role, 'identity/act') && state === 'waiting';
  const { plan, doing } = useAct(
    mayDecide ? { name: 'kyc/approve', fields: { id } } : null,
    () => setReason(''),
    state,
  );
  useKeys(mayDecide ? [{ keys: 'R', label: t('rejectThis'), run: () => setRejecting(true) }] : []);
  const missing = isReason(reason) ? undefined : t('reasonMissing');
  const refused = doing.error;
  return (
    <>
      <Decision
        title={<Code>K-{id}</Code>}
        tag={<StateTag state={state} states={CASE_STATE_TEXTS} />}
        aside={place}
        onClose={onClose}
        matter={<Person shown={shown} />}
        why={
          duplicates.length > 0 && <Note tone="warn">{t('sharedNote', { count: duplicates.length })}</Note>
        }
        effect={plan.data !== undefined && <Planned answer={plan.data} />}
        refused={refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>}
        reason={mayDecide && <Reason value={reason} onChange={setReason} label={t('whatYouSaw')} />}
        acts={
          mayDecide
            ? [
                { label: t('rejectThis'), tone: 'danger', onAct: () => setRejecting(true) },
                {
                  label: t('verify'),
                  tone: 'brand',
                  isBusy: doing.isPending,
                  missing,
                  fault: plan.error?.message,
                  onAct: () => doing.mutate(reason.trim()),
                },
              ]
            : []
        }
      />
      {isRejecting && <RejectCase id={id} onClose={() => setRejecting(false)} />}
    </>
  );
}

function Person({ shown }: { readonly shown: OfficeCase }) {
  const { t } = useTexts();
  const { userId, userSince, maskedEmail, time, decidedTime, reviewer, rejection, note } = shown;
  return (
    <dl className="num grid gap-y-1">
      <KeyValue name={t('customer')} value={<Code>{userId}</Code>} />
      <KeyValue name={t('email')} value={<Code>{maskedEmail}</Code>} />
      <KeyValue name={t('since')} value={formatTime(userSince)} />
      <KeyValue name={t('handedIn')} value={formatTime(time)} />
      {decidedTime !== null && <KeyValue name={t('decided')} value={formatTime(decidedTime)} />}
      {reviewer !== null && <KeyValue name={t('reviewer')} value={reviewer} />}
      {rejection !== null && <KeyValue name={t('rejection')} value={t(`caseRejection_${rejection}`)} />}
      {note !== '' && <KeyValue name={t('noteToCustomer')} value={note} />}
    </dl>
  );
}
