/** The amount that flash exchange would pay at the current index prices. */
import { SelectInput } from '@glasshouse/ui';
import { useState } from 'react';
import type { Catalogue } from '#data/pairs.ts';
import { priceIn, useLastTick, type PublicTick } from '#data/ticks.ts';
import { useTranslation } from '#shared/i18n.ts';
import { exchangeCost, type ExchangedCoin } from '../fee-figures.ts';
import { plainPercent, ppmOf } from '#shared/rates.ts';
import type { Fees } from '../useFees.ts';
import { AmountEntry, Entry, Limits, Money, Result } from './parts.tsx';

const EXAMPLE = '100';
/** No coin has more decimals. */
const FULL_DECIMALS = 8;
/** All offered coins are priced in it. */
const PRICED_IN = 'USDT';

/** A coin with its price in a tick; undefined without one. */
function coinIn(
  code: string,
  { catalogue, tick }: { readonly catalogue: Catalogue | undefined; readonly tick: PublicTick | undefined },
): ExchangedCoin | undefined {
  const decimals = catalogue?.assets.find((asset) => asset.code === code)?.decimals;
  if (decimals === undefined) return undefined;
  if (code === PRICED_IN) return { decimals, price: '1', priceDecimals: 0 };
  const pair = catalogue?.pairs.find(
    ({ baseCoin, quoteCoin }) => baseCoin === code && quoteCoin === PRICED_IN,
  );
  const price = pair === undefined ? undefined : priceIn(tick, pair.symbol);
  return pair === undefined || price === undefined
    ? undefined
    : { decimals, price, priceDecimals: pair.indexDecimals };
}

/** The two chosen coins, their prices, and the result of the exchange. */
function useExchange(fees: Fees, chosen: { readonly pay: number; readonly receive: number }, amount: string) {
  const tick = useLastTick();
  const offers = fees.exchange.data?.list ?? [];
  const [paid, received] = [offers[chosen.pay], offers[chosen.receive]];
  const known = { catalogue: fees.catalogue.data, tick };
  const coins = {
    pay: paid && coinIn(paid.currency, known),
    receive: received && coinIn(received.currency, known),
  };
  const spread = Math.max(...[paid, received].map((offer) => ppmOf(offer?.spread ?? '0')));
  const isSame = chosen.pay === chosen.receive;
  return { paid, received, coins, spread, cost: isSame ? undefined : exchangeCost(amount, coins, spread) };
}

interface CoinChoiceProps {
  readonly label: string;
  readonly coins: readonly string[];
  readonly value: number;
  readonly onValue: (index: number) => void;
}
function CoinChoice({ label, coins, value, onValue }: CoinChoiceProps) {
  return (
    <Entry label={label}>
      {(id) => (
        <SelectInput id={id} value={value} onChange={({ target }) => onValue(Number(target.value))}>
          {coins.map((coin, index) => (
            <option key={coin} value={index}>
              {coin}
            </option>
          ))}
        </SelectInput>
      )}
    </Entry>
  );
}

export function ExchangeCalculator({ fees }: { readonly fees: Fees }) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState(EXAMPLE);
  const [pay, setPay] = useState(0);
  const [receive, setReceive] = useState(1);
  const { paid, received, coins, spread, cost } = useExchange(fees, { pay, receive }, amount);
  const names = (fees.exchange.data?.list ?? []).map(({ currency }) => currency);
  const shown = { coin: received?.currency ?? '', decimals: coins.receive?.decimals ?? 0 };
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <CoinChoice label={t('fees.payCoin')} coins={names} value={pay} onValue={setPay} />
        <CoinChoice label={t('fees.receiveCoin')} coins={names} value={receive} onValue={setReceive} />
      </div>
      <AmountEntry
        label={t('fees.youPay')}
        fact={paid && <Limits min={paid.minAmount} max={paid.maxAmount} decimals={FULL_DECIMALS} />}
        unit={paid?.currency}
        value={amount}
        decimals={coins.pay?.decimals ?? 0}
        onValue={setAmount}
      />
      <Result
        name={t('fees.youReceive')}
        value={cost?.received}
        {...shown}
        rows={[
          [
            t('fees.spread'),
            <span key="spread" translate="no" className="num notranslate">
              {plainPercent(spread)}
            </span>,
          ],
          [t('fees.spreadTakes'), <Money key="cost" value={cost?.cost} {...shown} />],
          [t('fees.atIndex'), <Money key="index" value={cost?.atIndex} {...shown} />],
        ]}
        note={pay === receive ? t('fees.sameCoin') : t('fees.exchangeNote')}
      />
    </>
  );
}
