/** The calculator: the cost of an action at the current parameters. */
import { Segmented } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useUrlChoice } from '#shared/url-state.ts';
import { ContractCalculator } from './calculators/ContractCalculator.tsx';
import { ExchangeCalculator } from './calculators/ExchangeCalculator.tsx';
import { TradeCalculator } from './calculators/TradeCalculator.tsx';
import { WithdrawalCalculator } from './calculators/WithdrawalCalculator.tsx';
import type { Fees } from './useFees.ts';

const KINDS = ['trade', 'contract', 'withdrawal', 'exchange'] as const;

export function Calculator({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const [kind, setKind] = useUrlChoice('calc', KINDS);
  return (
    <section
      aria-labelledby="calculator"
      className="border-line bg-panel sticky top-4 min-h-[470px] rounded-xl border px-5 pt-[17px] pb-5"
    >
      <h2 id="calculator" className="text-[14px] font-semibold">
        {t('fees.calculator')}
      </h2>
      <Segmented
        label={t('fees.calculate')}
        value={kind}
        onValue={setKind}
        className="mt-3 flex! *:h-7! *:flex-1 *:px-1!"
        items={KINDS.map((id) => ({ id, label: t(`fees.kinds.${id}`) }))}
      />
      {kind === 'trade' && <TradeCalculator fees={fees} />}
      {kind === 'contract' && <ContractCalculator fees={fees} />}
      {kind === 'withdrawal' && <WithdrawalCalculator fees={fees} />}
      {kind === 'exchange' && <ExchangeCalculator fees={fees} />}
    </section>
  );
}
