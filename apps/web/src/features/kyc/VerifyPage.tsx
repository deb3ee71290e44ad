/**
 * /setting/verify: the state of the verification, the form if one can submit, and who has viewed
 * the photos.
 */
import { DateTime, KeyValue, Note, Tag, type TagTone } from '@glasshouse/ui';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PhotoAdvice, WhoSeesIt } from './AsideCards.tsx';
import { useKycStatus, type KycStatus } from './calls.ts';
import { countryName } from './country-name.ts';
import { DocumentForm } from './DocumentForm.tsx';

const STATE = { none: 0, reviewing: 1, verified: 2, rejected: 3 } as const;
const TONES: readonly TagTone[] = ['mut', 'warn', 'info', 'bad'];
const NAMES = ['0', '1', '2', '3'] as const;

export function VerifyPage() {
  const { t } = useTranslation();
  const asked = useKycStatus();
  const status = asked.data;
  return (
    <>
      <PageHeader
        title={t('shell.verify')}
        lead={t('verify.lead')}
        article="identity-photos"
        right={
          status !== undefined && (
            <Tag tone={TONES[status.state] ?? 'mut'}>{t(`verify.states.${NAMES[status.state] ?? '0'}`)}</Tag>
          )
        }
      />
      {status === undefined ? <CardLoading query={asked} cards={[62, 74]} /> : <Content status={status} />}
    </>
  );
}

function Content({ status }: { readonly status: KycStatus }) {
  const { t } = useTranslation();
  const [sendsAnyway, setSendsAnyway] = useState(false);
  const { state, quick, submission } = status;
  const mayEdit = state === STATE.none || state === STATE.rejected || (quick && sendsAnyway);
  return (
    <>
      <Steps state={state} quick={quick} />
      <div className="grid grid-cols-[1fr_308px] items-start gap-4">
        <div className="grid gap-4">
          {state === STATE.rejected && submission !== null && <Rejection submission={submission} />}
          {quick && (
            <Note title={t('verify.quickTitle')}>
              {t('verify.quickText')}{' '}
              {!sendsAnyway && (
                <button
                  type="button"
                  className="text-fg font-semibold underline"
                  onClick={() => setSendsAnyway(true)}
                >
                  {t('verify.quickTry')}
                </button>
              )}
            </Note>
          )}
          {mayEdit ? <DocumentForm quick={quick} /> : submission !== null && <Sent status={status} />}
        </div>
        <div className="grid gap-4">
          {mayEdit && <PhotoAdvice />}
          <WhoSeesIt views={status.views} />
        </div>
      </div>
    </>
  );
}

function Steps({ state, quick }: { readonly state: number; readonly quick: boolean }) {
  const { t } = useTranslation();
  const at = state === STATE.verified ? 3 : state === STATE.reviewing ? 2 : 1;
  return (
    <ol className="mb-4 grid grid-cols-3 gap-4">
      {(['account', 'documents', 'review'] as const).map((step, index) => {
        const isDone = index < at;
        const isNow = index === at;
        return (
          <li
            key={step}
            aria-current={isNow ? 'step' : undefined}
            className={`bg-panel flex h-[62px] items-center gap-3.5 rounded-xl border px-5 ${isNow ? 'border-brand' : 'border-line'}`}
          >
            <span
              className={`num grid size-7 shrink-0 place-items-center rounded-full text-[13px] font-semibold ${isDone ? 'bg-brand-soft text-brand-ink' : isNow ? 'bg-brand text-on-brand' : 'bg-raised text-mut'}`}
            >
              {isDone ? <Check aria-hidden size={15} strokeWidth={2.4} /> : index + 1}
            </span>
            <span className="leading-[18px]">
              <b className="block text-[13px] font-semibold">{t(`verify.steps.${step}.name`)}</b>
              <span className="text-mut">
                {quick && step !== 'account' ? t('verify.skipped') : t(`verify.steps.${step}.text`)}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type Submission = NonNullable<KycStatus['submission']>;

function Rejection({ submission }: { readonly submission: Submission }) {
  const { t } = useTranslation();
  return (
    <Note tone="bad" title={t('verify.rejectedTitle')}>
      <p>{t(`verify.reasons.${submission.reason ?? 'other'}`)}</p>
      {submission.note !== '' && <p className="mt-1">“{submission.note}”</p>}
      <p className="text-mut mt-1">{t('verify.sendAgain')}</p>
    </Note>
  );
}

function Sent({ status }: { readonly status: KycStatus }) {
  const { t, language } = useTranslation();
  const { submission, state } = status;
  if (submission === null) return null;
  const isVerified = state === STATE.verified;
  return (
    <section className="border-line bg-panel rounded-xl border p-6">
      <h2 className="text-[16px] font-semibold">
        {t(isVerified ? 'verify.verifiedTitle' : 'verify.reviewingTitle')}
      </h2>
      <p className="text-mut mt-1 text-[13px] leading-5">
        {t(isVerified ? 'verify.verifiedText' : 'verify.reviewingText')}
      </p>
      <dl className="border-line mt-5 grid gap-2.5 border-t pt-5 text-[13px]">
        <KeyValue name={t('verify.country')} value={countryName(submission.country, language)} />
        <KeyValue name={t('verify.document')} value={t(`verify.documents.${submission.document}`)} />
        <KeyValue name={t('verify.name')} value={submission.name} />
        <KeyValue name={t('verify.number')} value={submission.number} />
        {submission.photos.map((side) => (
          <KeyValue
            key={side}
            name={t(submission.document === 'passport' ? 'verify.passportPage' : `verify.photos.${side}`)}
            value={t('verify.onFile')}
          />
        ))}
        <KeyValue name={t('verify.sentAt')} value={<DateTime timeMs={submission.time} />} />
        {submission.reviewedTime !== null && (
          <KeyValue name={t('verify.reviewedAt')} value={<DateTime timeMs={submission.reviewedTime} />} />
        )}
      </dl>
    </section>
  );
}
