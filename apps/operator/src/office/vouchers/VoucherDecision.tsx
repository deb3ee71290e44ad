/** The decision on one voucher: what it is, who has named which transfer, and the acts. */
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import type { OfficeVoucher, VoucherQueueRow } from '@glasshouse/protocol/vouchers/office';
import { VOUCHER_REASONS } from '@glasshouse/protocol/vouchers/rejections';
import { VOUCHER_APPROVALS } from '@glasshouse/protocol/vouchers/voucher-states';
import { Code, formatTime, Skeleton } from '@glasshouse/ui';
import { useState } from 'react';
import { Planned } from '../acts/ActForm.tsx';
import { useAct } from '../acts/useAct.ts';
import { useLogged } from '../frame/frame-context.ts';
import { useKeys } from '../frame/keys.ts';
import { Course, withReason } from '../parts/Course.tsx';
import { Decision, type DecisionAct } from '../parts/Decision.tsx';
import { isReason, Reason } from '../parts/Reason.tsx';
import { Seats, type Seat } from '../parts/Seats.tsx';
import { Failed, Refused } from '../parts/states.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { FoundForm, NOTHING_FOUND, type Found } from './FoundForm.tsx';
import { RejectVoucher } from './RejectVoucher.tsx';
import { useVoucher } from './useVouchers.ts';
import { VoucherMatter } from './VoucherMatter.tsx';
import { shownState, VOUCHER_STATE_TEXTS } from './words.ts';

export interface VoucherDecisionProps {
  readonly id: number;
  /** Undefined if the list that is shown does not have it. */
  readonly row: VoucherQueueRow | undefined;
  /** Its place in the list: '1 / 6'. */
  readonly place: string | undefined;
  readonly onClose: () => void;
}

export function VoucherDecision({ id, row, place, onClose }: VoucherDecisionProps) {
  const { data, error, refetch } = useVoucher(id, row);
  if (data !== undefined) return <Open voucher={data} place={place} onClose={onClose} />;
  const matter =
    error === null ? <Skeleton className="h-40 w-full" /> : <Failed error={error} onRetry={refetch} />;
  return <Decision title={<Code>V-{id}</Code>} aside={place} onClose={onClose} matter={matter} acts={[]} />;
}

interface OpenProps {
  readonly voucher: OfficeVoucher;
  readonly place: string | undefined;
  readonly onClose: () => void;
}

function Open({ voucher, place, onClose }: OpenProps) {
  const { t } = useTexts();
  const role = useSelf().data?.role;
  const [isRejecting, setRejecting] = useState(false);
  const { id, userId, state, currency } = voucher;
  useLogged(t('lookLogged', { subject: t('subject_voucher', { id: String(id), user: String(userId) }) }));
  const mayDecide = role !== undefined && isPermitted(role, 'vouchers/act') && state === 'waiting';
  const approval = useApproval(voucher, mayDecide);
  useKeys(mayDecide ? [{ keys: 'R', label: t('rejectThis'), run: () => setRejecting(true) }] : []);
  const reject: DecisionAct = { label: t('rejectThis'), tone: 'danger', onAct: () => setRejecting(true) };
  return (
    <>
      <Decision
        title={<Code>V-{id}</Code>}
        tag={<StateTag state={shownState(voucher)} states={VOUCHER_STATE_TEXTS} />}
        aside={place}
        onClose={onClose}
        matter={<VoucherMatter voucher={voucher} />}
        why={approval.form}
        effect={approval.effect}
        seats={
          <>
            <Finders voucher={voucher} />
            <Course
              steps={voucher.course.map(({ act, words, ...step }) => ({
                ...step,
                text: t(`voucherCourse_${act}`),
                words: withReason(words, VOUCHER_REASONS, (each) => t(`voucherRejection_${each}`)),
              }))}
            />
          </>
        }
        refused={approval.refused}
        reason={approval.reason}
        acts={mayDecide ? [reject, approval.act] : []}
      />
      {isRejecting && (
        <RejectVoucher
          id={id}
          currency={currency}
          version={versionOf(voucher)}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

const useOwnName = (): string => useSelf().data?.name ?? '';

/** What an act on it stands on. */
const versionOf = ({ state, approvals }: VoucherQueueRow): string => `${state} ${approvals}`;

function useApproval(voucher: OfficeVoucher, mayDecide: boolean) {
  const { t } = useTexts();
  const own = useOwnName();
  const [found, setFound] = useState(NOTHING_FOUND);
  const [reason, setReason] = useState('');
  const { id } = voucher;
  const typed = trimmed(found);
  const isWhole = Object.values(typed).every((text) => text !== '');
  const { plan, doing } = useAct(
    mayDecide && isWhole ? { name: 'vouchers/approve', fields: { id, ...typed } } : null,
    () => {
      setFound(NOTHING_FOUND);
      setReason('');
    },
    versionOf(voucher),
  );
  const needed = isReason(reason) ? undefined : t('reasonMissing');
  const act: DecisionAct = {
    label: t(isNamedByOther(voucher, typed, own) ? 'creditVoucher' : 'nameTransfer'),
    tone: 'brand',
    isBusy: doing.isPending,
    missing: isWhole ? needed : t(hasNamed(voucher, own) ? 'namedByYou' : 'typeWhatYouFound'),
    fault: isWhole ? plan.error?.message : undefined,
    onAct: () => doing.mutate(reason.trim()),
  };
  const refused = doing.error;
  return {
    act,
    form: mayDecide && <FoundForm voucher={voucher} found={found} onFound={setFound} />,
    effect: plan.data !== undefined && isWhole && <Planned answer={plan.data} />,
    refused: refused !== null && <Refused title={refused.message}>{t('nothingChanged')}</Refused>,
    reason: mayDecide && <Reason value={reason} onChange={setReason} />,
  };
}

const trimmed = ({ txid, output, amount }: Found): Found => ({
  txid: txid.trim(),
  output: output.trim(),
  amount: amount.trim(),
});

/** Whether somebody else has named the same transfer: it is then credited. */
const isNamedByOther = ({ named }: OfficeVoucher, { txid, output }: Found, own: string): boolean =>
  named.some(
    (one) =>
      one.txid === txid.toLowerCase().replace(/^0x/, '') &&
      String(one.output) === output &&
      one.operators.some((operator) => operator !== own),
  );

const hasNamed = ({ named }: OfficeVoucher, operator: string): boolean =>
  named.some(({ operators }) => operators.includes(operator));

function Finders({ voucher }: { readonly voucher: OfficeVoucher }) {
  const { t } = useTexts();
  const own = useOwnName();
  const { course, named, state } = voucher;
  const names = new Set(named.flatMap(({ operators }) => operators));
  const agreed = course
    .filter(({ act, operator }) => act === 'approve' && names.has(operator))
    .map(({ operator, time, words }): Seat => ({
      kind: 'agreed',
      name: operator,
      isYou: operator === own,
      time: formatTime(time, 'recent'),
      words,
    }));
  const left = state === 'waiting' ? Math.max(0, VOUCHER_APPROVALS - voucher.approvals) : 0;
  const open = Array.from({ length: left }, (_, at): Seat =>
    !names.has(own) && at === 0
      ? { kind: 'yours', name: own, text: t('seatFinder') }
      : { kind: 'others', role: t('somebodyElse'), text: t('seatOthers') },
  );
  const seats = [...agreed, ...open];
  return seats.length > 0 && <Seats seats={seats} rule={t('twoPeople')} />;
}
