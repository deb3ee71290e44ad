/**
 * The side column: holds and missing settings that prevent a withdrawal, and the steps after a
 * request.
 */
import { Card, DateTime, Note } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { HoldLine } from './HoldLine.tsx';
import type { WithdrawFormProps } from './useWithdrawForm.ts';

const STEPS = ['frozen', 'review', 'sent', 'told'] as const;

interface WithdrawSideProps extends WithdrawFormProps {
  /** The claims about withdrawals, at the end. */
  readonly claims: ReactNode;
}
export function WithdrawSide({ form, coin, claims }: WithdrawSideProps) {
  const { t } = useTranslation();
  const { person, terms } = form;
  return (
    <div className="grid gap-4">
      {coin.status === 'halted' && (
        <Note tone="warn" title={t('withdrawal.halted.title', { network: coin.chain })}>
          {t('withdrawal.halted.text')}
        </Note>
      )}
      {coin.status === 'closed' && (
        <Note tone="warn" title={t('withdrawal.closed.title', { coin: coin.currency, network: coin.chain })}>
          {t('withdrawal.closed.text')}
        </Note>
      )}
      {terms.heldUntil !== null && (
        <Note tone="warn" title={t('withdrawal.held.title')}>
          {t('withdrawal.held.text')} <DateTime timeMs={terms.heldUntil} className="font-medium" />
        </Note>
      )}
      {terms.holds.some(({ reason }) => reason !== 'security') && (
        <Note tone="warn" title={t('withdrawal.partlyHeld')}>
          {terms.holds
            .filter(({ reason }) => reason !== 'security')
            .map((hold) => (
              <HoldLine key={hold.id} hold={hold} />
            ))}
        </Note>
      )}
      <Card title={t('withdrawal.after.title')}>
        <ol className="grid gap-2.5">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-2.5 leading-5">
              <span
                aria-hidden
                className="bg-raised text-mut grid size-5 shrink-0 place-items-center rounded-full text-[11px]"
              >
                {index + 1}
              </span>
              {t(`withdrawal.after.${step}`)}
            </li>
          ))}
        </ol>
      </Card>
      {/* Below, because they are known later. */}
      {person?.assetsPwd === false && (
        <Need tone="warn" title={t('withdrawal.needs.fund')} link={t('withdrawal.needs.fundLink')}>
          {t('withdrawal.needs.fundText')}
        </Need>
      )}
      {person?.googleBind === false && (
        <Need tone="info" title={t('withdrawal.needs.google')} link={t('withdrawal.needs.googleLink')}>
          {t('withdrawal.needs.googleText')}
        </Need>
      )}
      {claims}
    </div>
  );
}

interface NeedProps {
  readonly tone: 'warn' | 'info';
  readonly title: string;
  readonly link: string;
  readonly children: ReactNode;
}
/** A note on a missing setting, with a link to the security center. */
function Need({ tone, title, link, children }: NeedProps) {
  return (
    <Note tone={tone} title={title}>
      {children}{' '}
      <PageLink to="/setting/safty" className="text-brand-ink font-medium">
        {link}
      </PageLink>
    </Note>
  );
}
