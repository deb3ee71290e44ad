/** The average and the worst result of a number of seconds contracts. */
import { SelectInput } from '@glasshouse/ui';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { contractCost } from '../fee-figures.ts';
import { plainPercent, ppmOf } from '#shared/rates.ts';
import type { Fees } from '../useFees.ts';
import { AmountEntry, Entry, Money, Result } from './parts.tsx';

const EXAMPLE = { stake: '20', count: '100' } as const;
/** Stakes are in this coin. */
const COIN = 'USDT';

export function ContractCalculator({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const [stake, setStake] = useState<string>(EXAMPLE.stake);
  const [count, setCount] = useState<string>(EXAMPLE.count);
  const [which, setWhich] = useState(0);
  const config = fees.contracts.data?.[which];
  const decimals = fees.catalogue.data?.assets.find(({ code }) => code === COIN)?.decimals ?? 0;
  const feeRate = fees.contractFee.data;
  const cost =
    config === undefined || feeRate === undefined
      ? undefined
      : contractCost(stake, Number(count), { profitRate: config.incomeRate, feeRate, decimals });
  return (
    <>
      <Entry
        label={t('fees.duration')}
        fact={config && t('fees.profitOf', { rate: plainPercent(ppmOf(config.incomeRate)) })}
      >
        {(id) => (
          <SelectInput id={id} value={which} onChange={({ target }) => setWhich(Number(target.value))}>
            {(fees.contracts.data ?? []).map(({ second }, index) => (
              <option key={second} value={index}>
                {t('common.seconds', { count: second })}
              </option>
            ))}
          </SelectInput>
        )}
      </Entry>
      <div className="grid grid-cols-2 gap-3">
        <AmountEntry
          label={t('fees.oneStake')}
          unit={COIN}
          value={stake}
          decimals={decimals}
          onValue={setStake}
        />
        <AmountEntry label={t('fees.contracts')} value={count} decimals={0} onValue={setCount} />
      </div>
      <Result
        name={t('fees.averageOfGuessing')}
        value={cost?.average}
        coin={COIN}
        decimals={decimals}
        rows={[
          [
            t('fees.winsNeeded'),
            cost === undefined ? '–' : t('fees.ofWins', { wins: cost.winsNeeded, count }),
          ],
          [t('fees.feesInAll'), <Money key="fees" value={cost?.fees} coin={COIN} decimals={decimals} />],
          [
            t('fees.ifAllWrong'),
            <span key="wrong" className="text-down">
              <Money value={cost?.ifAllWrong} coin={COIN} decimals={decimals} />
            </span>,
          ],
        ]}
        note={t('fees.contractNote')}
      />
    </>
  );
}
