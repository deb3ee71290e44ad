/** The decision on one withdrawal: what it is, why it waits, who has approved, and the acts. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OfficeWithdrawal, QueueRow } from '@glasshouse/protocol/funding/office';
import { Code, Skeleton } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { useKeys } from '../frame/keys.ts';
import { useLogged } from '../frame/frame-context.ts';
import { Decision, type DecisionAct } from '../parts/Decision.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Rules } from '../parts/Rules.tsx';
import { Failed, Refused } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { Approvals } from './Approvals.tsx';
import { Matter } from './Matter.tsx';
import { RejectWithdrawal } from './RejectWithdrawal.tsx';
import { SettleDialog } from './SettleDialog.tsx';
import { useWithdrawal } from './useWithdrawals.ts';
import { shownState, useRuleRows, WITHDRAWAL_STATES } from './words.ts';

export interface WithdrawalDecisionProps {
  readonly id: number;
  /** Undefined if the list that is shown does not have it. */
  readonly row: QueueRow | undefined;
  /** Its place in the list: '1 / 6'. */
  readonly place: string | undefined;
  readonly onClose: () => void;
}

export function WithdrawalDecision({ id, row, place, onClose }: WithdrawalDecisionProps) {
  const { data, error, refetch } = useWithdrawal(id, row);
  const title = <Code>W-{id}</Code>;
  if (data !== undefined) return <Open withdrawal={data} title={title} place={place} onClose={onClose} />;
  const matter =
    error === null ? <Skeleton className="h-40 w-full" /> : <Failed error={error} onRetry={refetch} />;
  return <Decision title={title} aside={place} onClose={onClose} matter={matter} acts={[]} />;
}

interface OpenProps {
  readonly withdrawal: OfficeWithdrawal;
  readonly title: React.ReactNode;
  readonly place: string | undefined;
  readonly onClose: () => void;
}

function Open({ withdrawal, title, place, onClose }: OpenProps) {
  const { t } = useTexts();
  const role = useSelf().data?.role;
  const mayAct = role !== undefined && isPermitted(role, 'withdrawals/act');
  const ruleRows = useRuleRows();
  const [form, setForm] = useState<'reject' | 'settle' | null>(null);
  const { id, userId, state, askedRules } = withdrawal;
  useLogged(t('lookLogged', { subject: t('subject_withdrawal', { id: String(id), user: String(userId) }) }));
  const version = versionOf(withdrawal);
  const approval = useApproval(withdrawal, mayAct);
  const canReject = mayAct && (state === 'waiting' || state === 'approved');
  useKeys(canReject ? [{ keys: 'R', label: t('rejectThis'), run: () => setForm('reject') }] : []);
  const reject: DecisionAct = { label: t('rejectThis'), tone: 'danger', onAct: () => setForm('reject') };
  const settle: DecisionAct = { label: t('settleByHand'), tone: 'plain', onAct: () => setForm('settle') };
  const close = () => setForm(null);
  return (
    <>
      <Decision
        title={title}
        tag={<StateTag state={shownState(withdrawal)} states={WITHDRAWAL_STATES} />}
        aside={place}
        onClose={onClose}
        matter={<Matter withdrawal={withdrawal} />}
        why={askedRules.length > 0 && <Rules rows={ruleRows(askedRules)} />}
        seats={<Approvals withdrawal={withdrawal} mayAct={mayAct} />}
        effect={approval.effect}
        refused={approval.refused}
        reason={approval.reason}
        acts={canReject ? [reject, state === 'waiting' ? approval.act : settle] : []}
      />
      {form === 'reject' && <RejectWithdrawal withdrawal={withdrawal} version={version} onClose={close} />}
      {form === 'settle' && <SettleDialog withdrawal={withdrawal} version={version} onClose={close} />}
    </>
  );
}

/** What an act on it stands on. */
const versionOf = ({ state, approvals }: QueueRow): string => `${state} ${approvals}`;

/** The parts of a decision that are of its approval; without those, nothing can be approved here. */
function useApproval(withdrawal: OfficeWithdrawal, mayAct: boolean) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const { id, state, hasApproved } = withdrawal;
  const canApprove = mayAct && state === 'waiting' && !hasApproved;
  const { plan, doing } = useAct(
    canApprove ? { name: 'withdrawals/approve', fields: { id } } : null,
    () => setReason(''),
    versionOf(withdrawal),
  );
  const act: DecisionAct = {
    label: t(isLast(withdrawal) ? 'approveLast' : 'approveFirst'),
    tone: 'brand',
    isBusy: doing.isPending,
    onAct: () => doing.mutate(reason.trim()),
    fault: plan.error?.message,
    missing: hasApproved ? t('approvedByYou') : isReason(reason) ? undefined : t('reasonMissing'),
  };
  const refused = doing.error;
  return {
    act,
    effect: plan.data !== undefined && <Planned answer={plan.data} />,
    refused: refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>,
    reason: canApprove && <Reason value={reason} onChange={setReason} />,
  };
}

const isLast = ({ approvals, approvalsNeeded }: QueueRow): boolean =>
  approvalsNeeded !== null && approvals + 1 >= approvalsNeeded;
