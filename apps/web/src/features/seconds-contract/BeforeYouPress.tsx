/**
 * Odds and risks, shown before the order: the results if the price is right, wrong or equal, and
 * the average of a coin flip.
 */
import { formatPercent, KeyValue, neededPercent, Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { oddsOf, outlookOf, type Terms } from './ticket-math.ts';

export interface BeforeYouPressProps {
  readonly amount: string;
  readonly terms: Terms;
}

export function BeforeYouPress({ amount, terms }: BeforeYouPressProps) {
  const { t } = useTranslation();
  const outlook = outlookOf(amount, terms);
  const odds = oddsOf(terms);
  // Shown to the last unit, because the ledger books exactly this amount.
  const money = (value: string | undefined, signed: boolean) => (
    <Num value={value} decimals={terms.quoteDecimals} decimalsMin={2} signed={signed} />
  );
  return (
    <section aria-label={t('seconds.before')} className="border-line mt-4 rounded-xl border p-3.5">
      <h2 className="text-[12.5px] font-semibold">{t('seconds.before')}</h2>
      <dl className="mt-2 grid gap-1.5">
        <KeyValue name={t('seconds.right')} value={money(outlook?.netWhenRight, true)} className="text-up" />
        <KeyValue
          name={t('seconds.wrong')}
          value={money(outlook?.netWhenWrong, true)}
          className="text-down"
        />
        <KeyValue name={t('seconds.equal')} value={money(outlook && '0', false)} />
      </dl>
      <div className="border-line mt-3 border-t pt-3">
        <div className="flex items-baseline justify-between">
          <span className="text-mut">{t('seconds.breakEven')}</span>
          <b className="text-[15px] font-semibold">{neededPercent(odds.breakEven)}</b>
        </div>
        <div className="bg-raised relative mt-2 h-1.5 rounded-full" aria-hidden>
          <i
            className="bg-warn/80 absolute inset-y-0 left-0 rounded-full"
            style={{ width: `${Math.min(100, odds.breakEven * 100)}%` }}
          />
          <i className="bg-fg absolute -top-1 left-1/2 h-3.5 w-0.5" />
        </div>
        <p className="text-2xs text-mut mt-1 text-center">{t('seconds.coinFlip')}</p>
        <div className="mt-1 flex justify-between">
          <span className="text-mut">{t('seconds.average')}</span>
          <b className={`font-semibold ${odds.coinFlip < 0 ? 'text-down' : 'text-up'}`}>
            <Num value={outlook?.averageOfCoinFlip} decimals={2} signed /> (
            {formatPercent(odds.coinFlip, { decimals: 1 })})
          </b>
        </div>
      </div>
    </section>
  );
}

/** What an order costs at once. */
export function Cost({ amount, terms, coin }: BeforeYouPressProps & { readonly coin: string }) {
  const { t } = useTranslation();
  const outlook = outlookOf(amount, terms);
  const rate = formatPercent(Number(terms.feeRate), { signed: false, decimals: 2, decimalsMin: 1 });
  const money = { decimals: terms.quoteDecimals, decimalsMin: 2 };
  return (
    <dl className="grid gap-1">
      <KeyValue name={t('seconds.paid')} value={<Num value={outlook?.paid} {...money} unit={coin} />} />
      <KeyValue
        name={t('seconds.fee', { rate })}
        value={<Num value={outlook?.fee} {...money} unit={coin} />}
      />
    </dl>
  );
}
