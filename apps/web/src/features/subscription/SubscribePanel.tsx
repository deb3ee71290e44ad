/**
 * The actions of a project's phase: try an amount before it opens, subscribe while it is open,
 * check its list after the close, trade its coin once it is listed.
 */
import { Button, buttonClass, DateTime, Note, Num } from '@glasshouse/ui';
import { LineChart, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { AmountForm } from './AmountForm.tsx';
import { useFrozen, type ProjectRow, type SubscriptionRow } from './calls.ts';
import { CheckDialog } from './CheckDialog.tsx';
import { Countdown } from './Countdown.tsx';
import { isPublished, PHASE } from './sale.ts';

interface SubscribePanelProps {
  readonly project: ProjectRow;
  /** Leaves out the scenarios, which the project's own page shows. */
  readonly isShort?: boolean;
}
export function SubscribePanel({ project, isShort = false }: SubscribePanelProps) {
  const { data } = useFrozen();
  const own = data?.find((row) => row.project === project.project);
  const { phase } = project;
  return (
    <div className="flex min-w-0 flex-col gap-4 p-5">
      <NextTime project={project} />
      {own !== undefined && <Own row={own} />}
      {phase <= PHASE.open && <AmountForm key={project.project} {...{ project, own, isShort }} />}
      {phase > PHASE.open && <Ended {...{ project, own }} />}
    </div>
  );
}

function NextTime({ project }: { readonly project: ProjectRow }) {
  const { t } = useTranslation();
  const { phase, opensTime, closesTime, distributesTime, listsTime } = project;
  const next = [
    { label: t('subscription.opensIn'), untilMs: opensTime },
    { label: t('subscription.closesIn'), untilMs: closesTime },
    null,
    { label: t('subscription.distributesIn'), untilMs: distributesTime },
    { label: t('subscription.listsIn'), untilMs: listsTime },
    null,
  ][phase];
  return next === null || next === undefined ? null : <Countdown {...next} />;
}

function Own({ row }: { readonly row: SubscriptionRow }) {
  const { t } = useTranslation();
  return (
    <p className="bg-raised flex items-baseline justify-between gap-3 rounded-lg px-4 py-2.5 text-[12.5px]">
      <span className="text-mut">{t('subscription.own', { id: row.id })}</span>
      <Balance value={row.amount} decimals={8} unit={row.currency} className="font-semibold" />
    </p>
  );
}

interface EndedProps {
  readonly project: ProjectRow;
  readonly own: SubscriptionRow | undefined;
}
function Ended({ project, own }: EndedProps) {
  const { t } = useTranslation();
  const [isChecking, setChecking] = useState(false);
  const { phase, coin, currency, sold, cost, subscribers, distributesTime } = project;
  if (!isPublished(phase)) return <Note>{t('subscription.closingText')}</Note>;
  return (
    <>
      <dl className="grid gap-2">
        <Line name={t('subscription.sold')} value={sold} unit={coin} />
        <Line name={t('subscription.raised')} value={cost} unit={currency} decimals={2} />
        <Line name={t('subscription.linesOfList')} value={String(subscribers)} />
        {phase === PHASE.closed && own !== undefined && (
          <Line name={t('subscription.yourCoins')} value={own.coins} unit={coin} isOwn />
        )}
      </dl>
      {phase === PHASE.closed && (
        <p className="text-mut text-[12.5px]">
          {t('subscription.arrives')} <DateTime timeMs={distributesTime} />
        </p>
      )}
      {phase === PHASE.listed && (
        <PageLink
          to="/trade"
          search={{ base: coin, quote: currency }}
          className={buttonClass('brand', 'lg', 'w-full')}
        >
          <LineChart aria-hidden size={16} />
          {t('subscription.trade', { pair: `${coin}/${currency}` })}
        </PageLink>
      )}
      <Button tone={phase === PHASE.listed ? 'plain' : 'brand'} size="lg" onClick={() => setChecking(true)}>
        <ShieldCheck aria-hidden size={16} />
        {t('subscription.checkList')}
      </Button>
      {own !== undefined && <p className="text-mut text-center text-[12px]">{t('subscription.ownCoins')}</p>}
      {isChecking && <CheckDialog {...{ project, own: own?.id }} close={() => setChecking(false)} />}
    </>
  );
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  /**
   * The maximum of decimals. A cost needs all of them, because it is rounded up to the coin's last
   * unit.
   */
  readonly decimals?: number;
  /** Whether the value is the user's own, and hidden together with the balances. */
  readonly isOwn?: boolean;
}
function Line({ name, value, unit, decimals = 8, isOwn = false }: LineProps) {
  const amount = { value, decimals, ...(unit === undefined ? {} : { unit }) };
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-mut">{name}</dt>
      <dd className="font-semibold">
        {isOwn ? <Balance {...amount} /> : <Num {...amount} decimalsMin={0} />}
      </dd>
    </div>
  );
}
