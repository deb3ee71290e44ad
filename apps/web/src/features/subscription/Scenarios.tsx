/**
 * The outcomes of an amount for several totals, because nobody knows the total before the close.
 */
import { formatNumber, Num } from '@glasshouse/ui';
import { Calculator } from 'lucide-react';
import { useBalanceText } from '#shared/balance-text.ts';
import { Balance } from '#shared/Balance.tsx';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { ProjectRow } from './calls.ts';
import type { Scenario } from './sale.ts';

const ROW_PX = 32;
const MONEY = { decimals: 2 } as const;
const SHORT = { decimals: 8, decimalsMin: 0 } as const;

interface ScenariosProps {
  readonly project: ProjectRow;
  readonly scenarios: readonly Scenario[];
  readonly amount: string;
  /** The amount is an example, not the user's. */
  readonly isExample: boolean;
  /** The amount is the user's existing subscription. */
  readonly isOwn: boolean;
}
export function Scenarios({ project, scenarios, amount, isExample, isOwn }: ScenariosProps) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  const amountText = (isOwn ? balanceText : formatNumber)(amount, SHORT);
  const values = { amount: amountText, coin: project.currency };
  const title = t(isExample ? 'subscription.scenarios.example' : 'subscription.scenarios.title', values);
  return (
    <section className="border-line border-y py-4">
      <h3 className="mb-2 flex items-center gap-2 text-[13px] font-semibold">
        <Calculator aria-hidden size={15} className="text-mut" />
        {title}
      </h3>
      <div className="-mx-5">
        <DataTable
          look="fixed"
          label={title}
          columns={useColumns(project, isOwn ? Balance : Num)}
          rowKey={({ name }) => name}
          rowHeight={ROW_PX}
          emptyText=""
          list={{ rows: scenarios, isPending: false, isError: false, refetch: async () => undefined }}
        />
      </div>
      <p className="text-mut mt-2 text-[12px]">{t('subscription.scenarios.unknown')}</p>
    </section>
  );
}

function useColumns({ coin }: ProjectRow, Shown: typeof Num | typeof Balance): Column<Scenario>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'total',
      head: t('subscription.scenarios.total'),
      width: '40%',
      render: ({ name, total }) => (
        <span>
          <Num value={total} decimals={0} />{' '}
          <span className="text-mut">{t(`subscription.scenarios.${name}`)}</span>
        </span>
      ),
    },
    {
      key: 'coins',
      head: coin,
      right: true,
      className: 'font-semibold',
      render: ({ coins }) => <Shown value={coins} {...MONEY} />,
    },
    {
      key: 'cost',
      head: t('subscription.cost'),
      right: true,
      render: ({ cost }) => <Shown value={cost} {...MONEY} />,
    },
    {
      key: 'returned',
      head: t('subscription.returned'),
      right: true,
      className: 'text-mut',
      render: ({ returned }) => <Shown value={returned} {...MONEY} />,
    },
  ];
}

interface OutcomeNowProps {
  readonly project: ProjectRow;
  readonly scenario: Scenario;
  readonly amount: string;
  readonly isExample: boolean;
  readonly isOwn: boolean;
}
/** One scenario in three lines. */
export function OutcomeNow({ project, scenario, amount, isExample, isOwn }: OutcomeNowProps) {
  const { t } = useTranslation();
  const Shown = isOwn ? Balance : Num;
  const { coin, currency } = project;
  const lines = [
    { name: t('subscription.ifNow'), value: scenario.coins, unit: coin, look: 'text-[15px] font-semibold' },
    { name: t('subscription.whichCosts'), value: scenario.cost, unit: currency, look: 'font-medium' },
    { name: t('subscription.comesBack'), value: scenario.returned, unit: currency, look: 'font-medium' },
  ];
  return (
    <div className="grid gap-2">
      <dl className="grid gap-2">
        {lines.map(({ name, value, unit, look }) => (
          <div key={name} className="flex items-baseline justify-between gap-3">
            <dt className="text-mut">{name}</dt>
            <dd className={look}>
              <Shown value={value} {...MONEY} unit={unit} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-mut text-[12px]">
        {isExample
          ? t('subscription.exampleOf', { amount: formatNumber(amount, SHORT), coin: currency })
          : t('subscription.scenarios.unknown')}
      </p>
    </div>
  );
}
