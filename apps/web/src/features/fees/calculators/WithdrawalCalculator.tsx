/** The total that leaves the account so that a given amount arrives. */
import { SelectInput } from '@glasshouse/ui';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { networkName } from '#shared/network-name.ts';
import { withdrawalCost } from '../fee-figures.ts';
import { percentText } from '#shared/rates.ts';
import { transferRows } from '../sections/TransferFees.tsx';
import type { Fees } from '../useFees.ts';
import { AmountEntry, Entry, Limits, Money, Result } from './parts.tsx';

const EXAMPLE = '500';
const SHARE_DECIMALS = 2;

export function WithdrawalCalculator({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState(EXAMPLE);
  const [which, setWhich] = useState(0);
  const rows = transferRows(fees);
  const row = rows[which];
  const { currency: coin = '', decimals = 0 } = row ?? {};
  const cost = row === undefined ? undefined : withdrawalCost(amount, row);
  return (
    <>
      <Entry label={t('fees.coinAndNetwork')}>
        {(id) => (
          <SelectInput id={id} value={which} onChange={({ target }) => setWhich(Number(target.value))}>
            {rows.map(({ currency, chain }, index) => (
              <option key={`${currency} ${chain}`} value={index}>
                {currency}, {currency === chain ? networkName(chain) : chain}
              </option>
            ))}
          </SelectInput>
        )}
      </Entry>
      <AmountEntry
        label={t('fees.shallArrive')}
        fact={row && <Limits min={row.minAmount} max={row.maxAmount} decimals={decimals} />}
        unit={coin}
        value={amount}
        decimals={decimals}
        onValue={setAmount}
      />
      <Result
        name={t('fees.leaves')}
        value={cost?.leaves}
        coin={coin}
        decimals={decimals}
        rows={[
          [t('fees.fee'), <Money key="fee" value={row?.fee} coin={coin} decimals={decimals} />],
          [
            t('fees.ofAmount'),
            cost === undefined ? (
              '–'
            ) : (
              <span key="share" translate="no" className="num notranslate">
                {percentText(cost.sharePpm, SHARE_DECIMALS)}
              </span>
            ),
          ],
        ]}
        note={t('fees.withdrawalNote', { hours: fees.rules.data?.hours.address ?? 0 })}
      />
    </>
  );
}
