/** The calls of deposits from chains. */
import { formatDecimal } from '@glasshouse/money';
import type { ArrivalRow, DepositChain } from '@glasshouse/protocol/funding';
import type { Arrival, ChainState, DepositChains, Networks } from '../../../contract/chain-parts.ts';
import type { FeatureHandlers, Handler } from '../../../http/handler.ts';
import type { AccountRow } from '../../../contract/product.ts';
import { ledgerAmount } from '../chain-amounts.ts';
import type { NetworkTerms } from '../network-terms.ts';

type DepositCalls =
  | 'funding/get-deposit-chains'
  | 'funding/get-deposit-address'
  | 'funding/get-arrivals'
  | 'funding/receive-test-coins';

/** One transfer of test coins, as decimals of the coin. */
const TEST_AMOUNTS: Readonly<Record<string, string>> = {
  USDT: '2500',
  ETH: '1.2',
  BTC: '0.05',
  LTC: '30',
  DOGE: '10000',
};

export interface DepositParts {
  readonly chains: DepositChains;
  readonly networks: Networks;
  /** Which coins are open. */
  readonly openings: Pick<NetworkTerms, 'isOpen'>;
}

/** One address of a chain takes all of its coins. */
export const isOpenChain = (
  { networks, openings }: Pick<DepositParts, 'networks' | 'openings'>,
  chain: string,
): boolean =>
  networks.find(chain)?.coins.some(({ coin }) => openings.isOpen(chain, coin, 'deposits')) === true;

export function depositHandlers(parts: DepositParts): Pick<FeatureHandlers<'funding'>, DepositCalls> {
  const { chains, networks } = parts;
  return {
    'funding/get-deposit-chains': () => ({
      list: chains.states().flatMap((state) => chainRowOf(parts, state)),
    }),
    'funding/get-deposit-address': async ({ chain }, { userId }) => {
      if (networks.find(chain) === undefined) return { error: 'wallet/chain-unknown', field: 'chain' };
      const address = isOpenChain(parts, chain) ? await chains.addressOf(userId, chain) : null;
      return address === null ? { error: 'funding/deposits-closed', field: 'chain' } : { chain, address };
    },
    'funding/get-arrivals': (_input, { userId }) => ({
      list: chains.arrivalsOf(userId).map((arrival) => arrivalRowOf(networks, arrival).row),
    }),
    'funding/receive-test-coins': receiveTestCoins(parts),
  };
}

function receiveTestCoins({
  chains,
  networks,
  openings,
}: DepositParts): Handler<'funding/receive-test-coins'> {
  return async ({ chain, currency }, { userId: owner }) => {
    if (chains.testCoins === null) return { error: 'funding/no-test-coins' };
    if (networks.find(chain) === undefined) return { error: 'wallet/chain-unknown', field: 'chain' };
    if ((await chains.addressOf(owner, chain)) === null)
      return { error: 'funding/deposits-closed', field: 'chain' };
    const terms = networks.coin(chain, currency);
    const amount = TEST_AMOUNTS[currency];
    if (terms === undefined || amount === undefined)
      return { error: 'funding/coin-not-on-chain', field: 'currency' };
    if (!openings.isOpen(chain, currency, 'deposits'))
      return { error: 'funding/deposits-closed', field: 'currency' };
    const units = chainUnits(amount, terms.decimals);
    const txid = await chains.testCoins.send({ owner, chain, coin: currency, units });
    return txid === null ? { error: 'funding/too-many-test-coins' } : { txid, amount };
  };
}

/** A decimal of a coin in the smallest unit of a chain. */
function chainUnits(amount: string, decimals: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return String(BigInt(whole + fraction.padEnd(decimals, '0')));
}

function chainRowOf({ chains, networks, openings }: DepositParts, state: ChainState): DepositChain[] {
  const { chain, sinceMs, height, blockMs, isSimulated } = state;
  const network = networks.find(chain);
  if (network === undefined) return [];
  const { confirmations, coins } = network;
  const isOpenCoin = (coin: string) => state.isOpen && openings.isOpen(chain, coin, 'deposits');
  const hasTestCoins = chains.testCoins !== null;
  const row = {
    chain,
    isOpen: coins.some(({ coin }) => isOpenCoin(coin)),
    state: state.state,
    stateTime: sinceMs,
    height,
    confirmations,
    blockTime: blockMs,
    simulated: isSimulated,
    coins: coins.map(({ coin, minDeposit }) => ({
      currency: coin,
      isOpen: isOpenCoin(coin),
      minDeposit,
      testAmount: hasTestCoins && isOpenCoin(coin) ? (TEST_AMOUNTS[coin] ?? null) : null,
    })),
  };
  return [row];
}

const STATUSES = {
  seen: 'confirming',
  credited: 'credited',
  gone: 'gone',
  'below-minimum': 'below-minimum',
  refused: 'review',
} as const satisfies Record<Arrival['status'], ArrivalRow['status']>;

export function arrivalRowOf(networks: Pick<Networks, 'coin'>, arrival: Arrival): AccountRow<ArrivalRow> {
  const { chain, txid, output, coin, units, confirmations, needed, seenMs, changedMs, status } = arrival;
  const terms = networks.coin(chain, coin);
  const counted = terms === undefined ? null : ledgerAmount(terms, BigInt(units));
  const id = `${chain}:${txid}:${output}`;
  return {
    id: `arrival ${id}`,
    row: {
      kind: 'arrival',
      id,
      time: seenMs,
      updateTime: changedMs,
      currency: coin,
      chain,
      amount: formatDecimal(counted?.amount ?? 0, terms?.ledgerDecimals ?? 0),
      txid: txid.replace(/^0x/, ''),
      confirmations,
      needed,
      status: STATUSES[status],
    },
  };
}
