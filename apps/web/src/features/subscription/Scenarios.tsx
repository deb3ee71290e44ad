/** What an amount brings for several totals: nobody knows the total before the close. */
import { formatNumber, Num } from '@glasshouse/ui';
import { Calculator } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import type { ProjectRow } from './calls.ts';
import { PHASE, type Scenario } from './sale.ts';

const MONEY = { decimals: 2 } as const;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

interface ScenariosProps {
  readonly project: ProjectRow;
  readonly scenarios: readonly Scenario[];
  readonly amount: string;
  /** The amount is not the reader's. */
  readonly isExample: boolean;
}
export function Scenarios({ project, scenarios, amount, isExample }: ScenariosProps) {
  const { t } = useTranslation();
  const { coin, currency, phase } = project;
  const title = { amount: formatNumber(amount, SHORT), coin: currency };
  return (
    <section className="border-line border-y py-4">
      <h3 className="mb-2 flex items-center gap-2 text-[13px] font-semibold">
        <Calculator aria-hidden size={15} className="text-mut" />
        {t(isExample ? 'subscription.scenarios.example' : 'subscription.scenarios.title', title)}
      </h3>
      <table className="w-full text-[12.5px]">
        <thead className="text-mut">
          <tr className="[&>th]:pb-1.5 [&>th]:font-normal">
            <th scope="col" className="text-left">
              {t('subscription.scenarios.total')}
            </th>
            <th scope="col" className="text-right">
              {coin}
            </th>
            <th scope="col" className="text-right">
              {t('subscription.cost')}
            </th>
            <th scope="col" className="text-right">
              {t('subscription.returned')}
            </th>
          </tr>
        </thead>
        <tbody>
          {scenarios.map(({ name, total, coins, cost, returned }, i) => (
            <tr key={name} className="border-line/70 border-t [&>*]:py-1.5">
              <th scope="row" className="text-left font-normal">
                <Num value={total} decimals={0} className={i === 0 ? 'font-semibold' : ''} />{' '}
                <span className="text-mut">
                  {t(
                    `subscription.scenarios.${name === 'asNow' && phase === PHASE.warmingUp ? 'twice' : name}`,
                  )}
                </span>
              </th>
              <td className="text-right font-semibold">
                <Num value={coins} {...MONEY} />
              </td>
              <td className="text-right">
                <Num value={cost} {...MONEY} />
              </td>
              <td className="text-mut text-right">
                <Num value={returned} {...MONEY} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-mut mt-2 text-[12px]">{t('subscription.scenarios.unknown')}</p>
    </section>
  );
}

interface OutcomeNowProps {
  readonly project: ProjectRow;
  readonly scenario: Scenario;
  readonly isExample: boolean;
}
/** The first of them, in three lines. */
export function OutcomeNow({ project, scenario, isExample }: OutcomeNowProps) {
  const { t } = useTranslation();
  const { coin, currency } = project;
  const lines = [
    { name: t('subscription.ifNow'), value: scenario.coins, unit: coin, look: 'text-[15px] font-semibold' },
    { name: t('subscription.whichCosts'), value: scenario.cost, unit: currency, look: 'font-medium' },
    { name: t('subscription.comesBack'), value: scenario.returned, unit: currency, look: 'font-medium' },
  ];
  return (
    <dl className="grid gap-2">
      {lines.map(({ name, value, unit, look }) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="text-mut">{name}</dt>
          <dd className={look}>
            <Num value={value} {...MONEY} unit={unit} />
          </dd>
        </div>
      ))}
      <dd className="text-mut text-[12px]">
        {isExample
          ? t('subscription.exampleOf', { amount: exampleAmount(scenario), coin: currency })
          : t('subscription.scenarios.unknown')}
      </dd>
    </dl>
  );
}

const exampleAmount = ({ cost, returned }: Scenario): string =>
  formatNumber(Number(cost) + Number(returned), SHORT);
