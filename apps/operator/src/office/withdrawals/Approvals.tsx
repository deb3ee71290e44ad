/** Who has approved a withdrawal, and what else was decided and done. */
import type { OfficeWithdrawal } from '@glasshouse/protocol/funding/office';
import { formatTime } from '@glasshouse/ui';
import { Caption } from '../parts/Caption.tsx';
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
      {rest.length > 0 && (
        <div>
          <Caption>{t('whatHappened')}</Caption>
          <ol className="num">
            {rest.map(({ time, act, operator, words }) => (
              <li
                key={`${time} ${act}`}
                className="border-line/70 grid min-h-[27px] grid-cols-[104px_minmax(0,1fr)] items-baseline gap-2 border-t py-1 leading-[17px]"
              >
                <time dateTime={new Date(time).toISOString()} className="text-mut">
                  {formatTime(time, 'recent')}
                </time>
                <span className="break-words">
                  {t(`course_${act}`)}{' '}
                  <span className="text-mut">{[operator, words].filter(Boolean).join(': ')}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}
