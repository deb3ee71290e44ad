/** Three steps: the coin, the network, and the address to send to. */
import { Card, CoinMark, Empty, formatNumber, Tag } from '@glasshouse/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { AddressPanel } from './AddressPanel.tsx';
import type { DepositChain } from './calls.ts';
import { networkName } from '#shared/network-name.ts';
import { isOpenFor, type DepositChoice } from './useChoice.ts';

/** Further coins are in a menu. */
const COINS_SHOWN = 5;
const MINUTE_MS = 60_000;
const CHOICE =
  'border-line2 hover:border-dim/60 aria-pressed:border-brand aria-pressed:bg-brand-soft rounded-lg border';

export function DepositSteps({ choice }: { readonly choice: DepositChoice }) {
  const { t } = useTranslation();
  const { coin, chain, chains } = choice;
  return (
    <Card>
      <ol className="grid">
        <Step number={1} isDone title={t('deposit.coin')}>
          <Coins choice={choice} />
        </Step>
        <Step number={2} isDone={chain !== undefined} title={t('deposit.network')}>
          {chains.length === 0 ? (
            <Empty title={t('deposit.noNetwork', { coin })} text={t('deposit.noNetworkText')} />
          ) : (
            <div role="group" aria-label={t('deposit.network')} className="grid grid-cols-3 gap-2">
              {chains.map((one) => (
                <Network
                  key={one.chain}
                  chain={one}
                  coin={coin}
                  isChosen={one === chain}
                  onChoose={() => choice.setChain(one.chain)}
                />
              ))}
            </div>
          )}
        </Step>
        {chain !== undefined && (
          <Step number={3} isDone={false} isLast title={t('deposit.address')}>
            <AddressPanel key={chain.chain} chain={chain} coin={coin} />
          </Step>
        )}
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly number: number;
  readonly isDone: boolean;
  readonly isLast?: boolean;
  readonly title: string;
  readonly children: ReactNode;
}
function Step({ number, isDone, isLast = false, title, children }: StepProps) {
  return (
    <li className="relative pl-10">
      {!isLast && <i aria-hidden className="bg-line absolute top-7 bottom-1 left-[11px] w-px" />}
      <span
        aria-hidden
        className={`absolute top-0 left-0 grid size-6 place-items-center rounded-full text-[12px] font-semibold ${isDone ? 'bg-brand-soft text-brand-ink' : 'bg-brand text-on-brand'}`}
      >
        {isDone ? <Check size={14} /> : number}
      </span>
      <h2 className="mb-2.5 text-[13px] leading-6 font-semibold">{title}</h2>
      <div className={isLast ? '' : 'pb-4'}>{children}</div>
    </li>
  );
}

function Coins({ choice: { coins, coin, setCoin } }: { readonly choice: DepositChoice }) {
  const { t } = useTranslation();
  const others = coins.slice(COINS_SHOWN);
  return (
    <div role="group" aria-label={t('deposit.coin')} className="flex flex-wrap gap-2">
      {coins.slice(0, COINS_SHOWN).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === coin}
          onClick={() => setCoin(one)}
          className={`${CHOICE} flex h-11 items-center gap-2 px-3 text-[13px] font-medium`}
        >
          <CoinMark code={one} size={20} />
          {one}
        </button>
      ))}
      {others.length > 0 && (
        <select
          aria-label={t('deposit.coinOther')}
          value={others.includes(coin) ? coin : ''}
          onChange={({ target }) => setCoin(target.value)}
          className={`bg-panel h-11 rounded-lg border px-3 text-[13px] font-medium ${others.includes(coin) ? 'border-brand' : 'border-line2 text-mut'}`}
        >
          <option value="" disabled>
            {t('deposit.coinOther')}
          </option>
          {others.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </div>
  );
}

interface NetworkProps {
  readonly chain: DepositChain;
  readonly coin: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}
function Network({ chain, coin, isChosen, onChoose }: NetworkProps) {
  const { t } = useTranslation();
  const { blockTime, confirmations, coins } = chain;
  const minimum = coins.find(({ currency }) => currency === coin)?.minDeposit ?? '0';
  const amount = formatNumber(minimum, { decimals: 8, decimalsMin: 2 });
  const minutes =
    blockTime === null ? null : Math.max(1, Math.round((blockTime * confirmations) / MINUTE_MS));
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`${CHOICE} px-3.5 py-2.5 text-left leading-5`}
    >
      <span className="flex items-center gap-2 text-[13px]">
        <b className="font-semibold">{chain.chain}</b>
        <span className="text-mut truncate">{networkName(chain.chain)}</span>
        {isChosen && <Check aria-hidden size={15} className="text-brand-ink ml-auto shrink-0" />}
      </span>
      <span className="text-mut block text-[12px]">
        {isOpenFor(chain, coin) ? (
          <>
            {minutes !== null && `${t('deposit.about', { minutes })} · `}
            {t('deposit.minimumOf', { amount, coin })}
          </>
        ) : (
          <Tag tone="warn">{t('deposit.state.closed')}</Tag>
        )}
      </span>
    </button>
  );
}
