/** One withdrawal: amount and address, its steps, its holds, and its cancellation. */
import { Button, Card, classNames, DateTime, Empty, Note, Num, Tag, WarningIcon } from '@glasshouse/ui';
import { Check, Clock, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CallError } from '#data/api.ts';
import { Balance } from '#shared/Balance.tsx';
import { useBalanceText } from '#shared/balance-text.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { useWithdrawal, type WithdrawalDetail as Detail } from './calls.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { Loading, WIDE_GRID } from './Loading.tsx';
import { HoldLine } from './HoldLine.tsx';
import { StatusTag } from './WithdrawalRecords.tsx';

const ENDS = 6;
const EXACT = { decimals: 8, decimalsMin: 2 } as const;

export function WithdrawalDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const query = useWithdrawal(id);
  return (
    <>
      <PageLink to="/account/withdrawel" className="text-mut hover:text-fg text-[13px]">
        ‹ {t('withdrawal.all')}
      </PageLink>
      {query.data === undefined ? (
        <div className="mt-3">
          {query.isError && isRefused(query.error) ? (
            <Card>
              <Empty title={t('withdrawal.gone')} text={t('withdrawal.goneText')} />
            </Card>
          ) : (
            <Loading query={query} card={264} aside={272} />
          )}
        </div>
      ) : (
        <Shown detail={query.data} />
      )}
    </>
  );
}

const isRefused = (error: Error): boolean => error instanceof CallError && error.kind === 'refused';

function Shown({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  const { id, amount, currency, status, time, holds } = detail;
  return (
    <>
      <PageHeader
        title={t('withdrawal.one', { amount: balanceText(amount, EXACT), coin: currency })}
        lead={
          detail.payment?.state === 'uncertain' ? (
            <Tag tone="bad">{t('withdrawal.uncertain.state')}</Tag>
          ) : (
            <StatusTag status={status} />
          )
        }
        right={
          <span className="text-mut num">
            #{id} · <DateTime timeMs={time} />
          </span>
        }
      />
      <div className={WIDE_GRID}>
        <div className="grid gap-4">
          <Explained detail={detail} />
          {holds.length > 0 && (
            <Note tone="warn" title={t('withdrawal.holds.title')}>
              {holds.map((hold) => (
                <HoldLine key={hold.id} hold={hold} />
              ))}
              <p className="text-mut">{t('withdrawal.holds.text')}</p>
            </Note>
          )}
          <Course detail={detail} />
        </div>
        <div className="grid gap-4">
          <Terms detail={detail} />
          <Mind detail={detail} />
        </div>
      </div>
    </>
  );
}

/** Explains a rejection, or a payment whose transaction no node knows any more. */
function Explained({
  detail: { status, rejection, payment, amount, currency },
}: {
  readonly detail: Detail;
}) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  if (status === 'rejected' && rejection !== null)
    return (
      <Note tone="bad" title={t('withdrawal.rejected.title')}>
        {t(`withdrawal.rejected.reasons.${rejection}`)}{' '}
        <span className="text-mut">{t('withdrawal.rejected.support')}</span>
      </Note>
    );
  if (payment?.state !== 'uncertain') return null;
  return (
    <section role="status" className="border-bad/40 bg-panel rounded-xl border p-5">
      <div className="flex gap-4">
        <span
          aria-hidden
          className="bg-bad/10 text-bad grid size-11 shrink-0 place-items-center rounded-full"
        >
          <WarningIcon size={20} />
        </span>
        <div className="grid gap-2">
          <h2 className="text-[15px] font-semibold">{t('withdrawal.uncertain.title')}</h2>
          <p className="text-mut leading-5">
            {t('withdrawal.uncertain.frozen', { amount: balanceText(amount, EXACT), coin: currency })}
          </p>
          <p className="text-mut leading-5">{t('withdrawal.uncertain.ends')}</p>
        </div>
      </div>
    </section>
  );
}

const LOOKS = {
  done: { node: 'bg-brand-soft text-brand-ink', text: 'font-semibold', Icon: Check },
  now: { node: 'bg-warn/15 text-warn', text: 'font-semibold', Icon: Clock },
  uncertain: { node: 'bg-bad/10 text-bad', text: 'text-bad font-semibold', Icon: WarningIcon },
  later: { node: 'bg-raised text-dim', text: 'text-mut', Icon: null },
} as const;

function Course({ detail: { steps, payment } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  return (
    <Card title={t('withdrawal.course.title')}>
      <ol>
        {steps.map(({ step, state, time }) => {
          const isPaying = step === 'paid' && state === 'now';
          const isUncertain = isPaying && payment?.state === 'uncertain';
          const { node, text, Icon } = LOOKS[isUncertain ? 'uncertain' : state];
          const Shape = step === 'rejected' || step === 'cancelled' ? X : Icon;
          return (
            <li
              key={step}
              className="border-line grid grid-cols-[24px_190px_130px_minmax(0,1fr)] items-center gap-3 border-t py-3 first:border-t-0"
              aria-current={state === 'now' ? 'step' : undefined}
            >
              <span aria-hidden className={classNames('grid size-6 place-items-center rounded-full', node)}>
                {Shape !== null && <Shape size={13} />}
              </span>
              <DateTime timeMs={time} className="text-mut" />
              <span className={text}>{t(`withdrawal.course.${step}`)}</span>
              <span className="text-mut">
                {isPaying
                  ? t('withdrawal.course.progress', { progress: payment?.state ?? 'none' })
                  : t(`withdrawal.course.text.${step}`, { state })}
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

function Terms({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { amount, fee, currency, chain, address, memo, payment } = detail;
  const txid = detail.txid === '' ? (payment?.txid ?? '') : detail.txid;
  return (
    <Card>
      <p className="text-mut">{t('withdrawal.arrives')}</p>
      <p className="text-[26px] leading-9 font-semibold">
        <Balance value={amount} decimals={EXACT.decimals} />{' '}
        <span className="text-mut text-[13px] font-normal">{currency}</span>
      </p>
      <dl className="border-line mt-3 grid gap-2 border-t pt-3">
        <Line name={t('withdrawal.networkFee')}>
          <Num value={fee} {...EXACT} unit={currency} />
        </Line>
        <Line name={t('withdrawal.network')}>{chain}</Line>
        {memo !== '' && <Line name={t('withdrawal.memo')}>{memo}</Line>}
      </dl>
      <div className="border-line mt-3 grid gap-2 border-t pt-3">
        <p className="text-mut">{t('withdrawal.to')}</p>
        <Copied text={address} label={t('withdrawal.copyAddress')} />
        {txid !== '' && (
          <>
            <p className="text-mut">{t('withdrawal.transaction')}</p>
            <Copied text={txid} label={t('withdrawal.copyTransaction')} />
          </>
        )}
      </div>
    </Card>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-mut">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Copied({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <p className="bg-raised flex items-center gap-3 rounded-lg px-3 py-2">
      <span translate="no" className="notranslate hash min-w-0 flex-1 text-[12px] break-all">
        <b className="text-brand-ink font-medium">{text.slice(0, ENDS)}</b>
        {text.slice(ENDS, -ENDS)}
        <b className="text-brand-ink font-medium">{text.slice(-ENDS)}</b>
      </span>
      <CopyButton text={text} label={label} />
    </p>
  );
}

/** The ways to stop the withdrawal: cancellation while it is pending, and freezing the account. */
function Mind({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { status } = detail;
  return (
    <>
      {status === 'pending' && (
        <Card title={t('withdrawal.mind.title')}>
          <p className="text-mut leading-5">{t('withdrawal.mind.text')}</p>
          <Button size="lg" onClick={() => setAsking(true)} className="mt-3 w-full">
            {t('withdrawal.cancel.confirm')}
          </Button>
          {asking && <CancelDialog withdrawal={detail} close={() => setAsking(false)} />}
        </Card>
      )}
      {status === 'paying' && <Note>{t('withdrawal.mind.late')}</Note>}
      {(status === 'rejected' || status === 'cancelled') && <Note>{t('withdrawal.cancel.after')}</Note>}
      {(status === 'pending' || status === 'paying') && (
        <Note tone="bad" title={t('withdrawal.mind.notYou')}>
          {t('withdrawal.mind.notYouText')}{' '}
          <PageLink to="/setting/safty" className="text-brand-ink font-medium">
            {t('withdrawal.mind.freeze')}
          </PageLink>
        </Note>
      )}
    </>
  );
}
