/**
 * Asks for confirmation of a subscription: repeats the frozen amount and its outcomes if the total
 * stays or doubles.
 */
import { Button, DateTime, Dialog, formatNumber, KeyValue, Num } from '@glasshouse/ui';
import { Big } from 'big.js';
import { useState } from 'react';
import { CallError, failureText } from '#data/api.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { offerText } from '#shared/products/offer-name.ts';
import { useNow } from '#shared/products/useNow.ts';
import { subscribe, type ProjectRow, type SubscriptionRow } from './calls.ts';
import type { Scenario } from './sale.ts';

const EXACT = { decimals: 8, decimalsMin: 2 } as const;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

const SECOND_MS = 1_000;

const CASES = ['asNow', 'double'] as const;

const coinsOf = (scenarios: readonly Scenario[], of: Scenario['name']): string | undefined =>
  scenarios.find(({ name }) => name === of)?.coins;

interface ConfirmDialogProps {
  readonly project: ProjectRow;
  readonly amount: string;
  /** What the user has subscribed already. */
  readonly own: SubscriptionRow | undefined;
  readonly scenarios: readonly Scenario[];
  readonly close: (isDone: boolean) => void;
}
export function ConfirmDialog({ project, amount, own, scenarios, close }: ConfirmDialogProps) {
  const { t, language } = useTranslation();
  const { currency, coin, closesTime } = project;
  const form = useSending(close);
  const isFirm = useNow(SECOND_MS) >= (own?.cancelUntil ?? Infinity);
  const { name } = offerText(project, language);
  return (
    <Dialog
      open
      onOpenChange={() => close(false)}
      title={t('subscription.confirm.title', { name })}
      closeLabel={t('common.close')}
      width={460}
    >
      <dl className="bg-raised grid gap-1.5 rounded-lg px-4 py-3">
        <KeyValue
          name={t('subscription.confirm.frozen')}
          value={<Num value={amount} {...EXACT} unit={currency} className="font-semibold" />}
        />
        {own !== undefined && (
          <KeyValue
            name={t('subscription.confirm.together')}
            value={<Num value={new Big(own.amount).plus(amount).toFixed()} {...EXACT} unit={currency} />}
          />
        )}
        <KeyValue
          name={t('subscription.confirm.until')}
          value={t(`subscription.confirm.${isFirm ? 'firm' : 'minutes'}`)}
        />
        <KeyValue name={t('subscription.confirm.closes')} value={<DateTime timeMs={closesTime} />} />
        {CASES.map((name) => (
          <KeyValue
            key={name}
            name={t(`subscription.confirm.${name}`)}
            value={<Num value={coinsOf(scenarios, name)} decimals={2} unit={coin} />}
          />
        ))}
      </dl>
      <p className="text-mut my-3 text-[12.5px]">{t('subscription.confirm.text')}</p>
      <Button
        tone="brand"
        size="lg"
        className="w-full"
        busy={form.isBusy}
        onClick={() =>
          form.send(() => subscribe({ project: project.project, amount }), t('subscription.done'))
        }
      >
        {t('subscription.freeze', { amount: formatNumber(amount, SHORT), coin: currency })}
      </Button>
    </Dialog>
  );
}

/** Sends the action of a dialog, then closes it. A refusal is shown as a toast. */
export function useSending(close: (isDone: boolean) => void) {
  const [isBusy, setBusy] = useState(false);
  async function sent(work: () => Promise<void>, done: string): Promise<void> {
    setBusy(true);
    try {
      await work();
      notify.success(done);
      close(true);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.error(failureText(error) ?? error.message);
      close(false);
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, send: (work: () => Promise<void>, done: string) => void sent(work, done) };
}
