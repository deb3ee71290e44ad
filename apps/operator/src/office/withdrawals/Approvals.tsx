/** Who has approved a withdrawal, and what else was decided and done. */
import type { OfficeWithdrawal } from '@glasshouse/protocol/funding/office';
import { WITHDRAWAL_REASONS } from '@glasshouse/protocol/funding/withdrawal-rejections';
import { formatTime } from '@glasshouse/ui';
import { Course, withReason } from '../parts/Course.tsx';
import { Seats, type Seat } from '../parts/Seats.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';

export interface ApprovalsProps {
  readonly withdrawal: OfficeWithdrawal;
  readonly mayAct: boolean;
}

export function Approvals({ withdrawal, mayAct }: ApprovalsProps) {
  const { t } = useTexts();
  const own = useSelf().data?.name ?? '';
  const { course, state, approvalsNeeded, hasApproved } = withdrawal;
  const agreed = course
    .filter(({ act }) => act === 'approve')
    .map(({ operator, time, words }): Seat => {
      const said = words === '' ? {} : { words };
      return {
        kind: 'agreed',
        name: operator,
        isYou: operator === own,
        time: formatTime(time, 'recent'),
        ...said,
      };
    });
  const left = state === 'waiting' ? Math.max(0, (approvalsNeeded ?? 0) - agreed.length) : 0;
  const isYours = mayAct && !hasApproved;
  const open = Array.from({ length: left }, (_, at): Seat =>
    isYours && at === 0
      ? { kind: 'yours', name: own, ...(agreed.length === 0 ? {} : { text: t('seatYours') }) }
      : { kind: 'others', role: t('somebodyElse'), text: t('seatOthers') },
  );
  const rest = course.filter(({ act }) => act !== 'approve' && act !== 'decide');
  return (
    <>
      {agreed.length + left > 0 && (
        <Seats seats={[...agreed, ...open]} {...(approvalsNeeded === 2 ? { rule: t('twoPeople') } : {})} />
      )}
      <Course
        steps={rest.map(({ act, words, ...step }) => ({
          ...step,
          text: t(`course_${act}`),
          words: withReason(words, WITHDRAWAL_REASONS, (each) => t(`rejection_${each}`)),
        }))}
      />
    </>
  );
}
