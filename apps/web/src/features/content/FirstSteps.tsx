/**
 * What a new user does next, with what is done ticked. It closes for good when its user says so, or
 * once all of it was done before it was opened.
 */
import { ArrowRight, Check, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { ACCOUNT, useAssets } from '#data/assets.ts';
import { useSimulated } from '#data/pairs.ts';
import { usePerson } from '#data/person.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { closeFirstSteps } from './first-steps.ts';

const VERIFIED = 2;
const REVIEWING = 1;

export function FirstSteps() {
  const { t } = useTranslation();
  const person = usePerson();
  const demo = String(useSimulated());
  const { data: exchange } = useAssets(ACCOUNT.exchange);
  const isKnown = person !== undefined && exchange !== undefined;
  const isVerified = person?.auth === VERIFIED;
  const hasMoney = Number(exchange?.totalValue ?? 0) > 0;
  const isAllDone = isVerified && person.assetsPwd && hasMoney;
  const wasKnown = useRef(false);
  useEffect(() => {
    if (isKnown && !wasKnown.current && isAllDone) closeFirstSteps();
    wasKnown.current ||= isKnown;
  }, [isKnown, isAllDone]);
  return (
    <section aria-labelledby="first-steps" className="mx-auto h-full w-reading pt-6">
      <div className="border-line bg-panel grid h-[88px] grid-cols-[190px_1fr_1fr_1fr_auto] items-center gap-6 rounded-xl border pr-4 pl-6">
        <h2 id="first-steps" className="text-[15px] leading-5 font-semibold">
          {t('home.first.title')}
        </h2>
        <Step
          done={isVerified}
          to="/setting/verify"
          name={t('home.first.verify')}
          text={person?.auth === REVIEWING ? t('home.first.reviewing') : t('home.first.verifyText')}
        />
        <Step
          done={person?.assetsPwd === true}
          to="/setting/safty"
          name={t('home.first.password')}
          text={t('home.first.passwordText')}
        />
        <Step
          done={hasMoney}
          to="/account/recharge"
          name={t('home.first.deposit', { demo })}
          text={t('home.first.depositText', { demo })}
        />
        <button
          type="button"
          aria-label={t('home.first.close')}
          title={t('home.first.close')}
          onClick={closeFirstSteps}
          className="text-mut hover:bg-raised hover:text-fg grid size-8 place-items-center rounded-md"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </section>
  );
}

interface StepProps {
  readonly done: boolean;
  readonly to: '/setting/verify' | '/setting/safty' | '/account/recharge';
  readonly name: string;
  readonly text: string;
}
function Step({ done, to, name, text }: StepProps) {
  const { t } = useTranslation();
  const shown: ReactNode = (
    <>
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full border ${done ? 'border-up text-up' : 'border-edge text-mut'}`}
      >
        {done ? (
          <Check role="img" aria-label={t('home.first.done')} className="size-3.5" />
        ) : (
          <ArrowRight aria-hidden className="size-3.5" />
        )}
      </span>
      <span className="min-w-0">
        <span className="block text-[13.5px] leading-5 font-medium">{name}</span>
        <span className="text-mut block text-[12px] leading-4">{text}</span>
      </span>
    </>
  );
  return done ? (
    <div className="flex items-center gap-3">{shown}</div>
  ) : (
    <PageLink to={to} className="hover:bg-raised/60 -m-2 flex items-center gap-3 rounded-lg p-2">
      {shown}
    </PageLink>
  );
}
