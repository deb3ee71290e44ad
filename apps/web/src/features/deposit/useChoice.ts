/**
 * The coin and network named by the page's URL; otherwise the default coin and its first network.
 */
import { useCatalogue } from '#data/pairs.ts';
import { useUrlChange, useUrlText } from '#shared/url-state.ts';
import type { DepositChain } from './calls.ts';

const DEFAULT_COIN = 'USDT';

export interface DepositChoice {
  readonly coins: readonly string[];
  readonly coin: string;
  readonly setCoin: (coin: string) => void;
  /** The networks of the chosen coin. */
  readonly chains: readonly DepositChain[];
  /** The chosen network; undefined if the coin has none. */
  readonly chain: DepositChain | undefined;
  readonly setChain: (chain: string) => void;
}

export const hasCoin = ({ coins }: DepositChain, coin: string): boolean =>
  coins.some(({ currency }) => currency === coin);

/** Whether deposits of the coin are open on the network. */
export const isOpenFor = ({ coins }: DepositChain, coin: string): boolean =>
  coins.some(({ currency, isOpen }) => currency === coin && isOpen);

export function useChoice(all: readonly DepositChain[]): DepositChoice {
  const catalogue = useCatalogue();
  const change = useUrlChange();
  const [coinText] = useUrlText('coin');
  const [chainText] = useUrlText('chain');
  const onChains = all.flatMap(({ coins }) => coins.map(({ currency }) => currency));
  const known = catalogue?.assets.map(({ code }) => code) ?? [];
  const coins = [...new Set([...known, ...onChains])].sort((a, b) => rankOf(all, a) - rankOf(all, b));
  const coin = coins.includes(coinText) ? coinText : DEFAULT_COIN;
  const chains = all
    .filter((one) => hasCoin(one, coin))
    .sort((a, b) => Number(isOpenFor(b, coin)) - Number(isOpenFor(a, coin)));
  const chain = chains.find((one) => one.chain === chainText) ?? chains[0];
  return {
    coins,
    coin,
    setCoin: (next) => change({ coin: next === DEFAULT_COIN ? '' : next, chain: '' }),
    chains,
    chain,
    setChain: (next) => change({ chain: next === chains[0]?.chain ? '' : next }),
  };
}

/** The sort key of a coin: coins that can be deposited come first. */
function rankOf(all: readonly DepositChain[], coin: string): number {
  return all.some((one) => isOpenFor(one, coin)) ? 0 : 1;
}
