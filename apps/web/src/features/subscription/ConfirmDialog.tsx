/**
 * Asks for confirmation of a subscription: repeats the frozen amount and its outcomes if the total
 * stays or doubles, and asks for the fund password where one is set.
 */
import { DateTime, Dialog, FieldError, formatNumber, KeyValue, Num } from '@glasshouse/ui';
import { Big } from 'big.js';
import { MoneyButton } from '#shared/MoneyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { FundPasswordCells } from '#shared/products/FundPasswordCells.tsx';
import { offerText } from '#shared/products/offer-name.ts';
import { useNow } from '#shared/products/useNow.ts';
import { useSending } from '#shared/products/useSending.ts';
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
  const form = useSending({ close, isLock: true });
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
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          form.send(
            (fundPassword) => subscribe({ project: project.project, amount, fundPassword }),
            t('subscription.done', { amount: formatNumber(amount, SHORT), coin: currency }),
          );
        }}
      >
        <p className="text-mut mt-3 text-[12.5px]">{t('subscription.confirm.text')}</p>
        {form.password !== null && <FundPasswordCells {...form.password} />}
        {form.wrong !== undefined && <FieldError id="subscribe-wrong" text={form.wrong} />}
        <MoneyButton type="submit" tone="brand" size="lg" busy={form.busy}>
          {t('subscription.freeze', { amount: formatNumber(amount, SHORT), coin: currency })}
        </MoneyButton>
      </form>
    </Dialog>
  );
}
