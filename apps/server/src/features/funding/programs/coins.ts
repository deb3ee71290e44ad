/** The endpoint of all coins: balances of the exchange account, and the terms of their networks. */
import { WALLET, type Asset } from '@glasshouse/core';
import { formatDecimal, formatFixed, parseDecimal } from '@glasshouse/money';
import type { PublicTerms } from '@glasshouse/protocol/funding';
import type { ProgramCoin, ProgramCoinNetwork } from '@glasshouse/protocol/funding/endpoints';
import { NETWORK_OF_CHAIN } from '@glasshouse/protocol/programs';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { DepositChains } from '../../../contract/chain-parts.ts';
import type { Sequencer } from '../../../contract/sequencer.ts';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { refusalMessage } from '../../../http/envelope.ts';
import type { Language } from '../../../http/handler.ts';
import type { WithdrawalExchange } from '../withdrawals/exchange.ts';

export interface CoinParts {
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly chains: Pick<DepositChains, 'states'>;
  readonly exchange: Pick<WithdrawalExchange, 'publicTerms'>;
}

export function queryCoins(parts: CoinParts): EndpointHandler<'funding/query-coins'> {
  const { catalogue, sequencer, exchange } = parts;
  return async (_input, { userId, language }) => {
    const terms = await exchange.publicTerms();
    const networks = networkReader(parts, language);
    const balances = await sequencer.read(() => balanceReader(catalogue, userId));
    const traded = new Set(catalogue.openedMarkets.flatMap(({ base, quote }) => [base.code, quote.code]));
    return catalogue.exchange.assets.map((asset): ProgramCoin => {
      const { code: coin } = asset;
      const networkList = terms.filter(({ currency }) => currency === coin).map(networks);
      return {
        coin,
        name: coin,
        isLegalMoney: false,
        trading: traded.has(coin),
        depositAllEnable: networkList.some(({ depositEnable }) => depositEnable),
        withdrawAllEnable: networkList.some(({ withdrawEnable }) => withdrawEnable),
        ...balances.get(asset)!,
        freeze: '0',
        ipoable: '0',
        ipoing: '0',
        storage: '0',
        networkList,
      };
    });
  };
}

type Balance = Pick<ProgramCoin, 'free' | 'locked' | 'withdrawing'>;

/** What open withdrawals have frozen is told apart from what orders have. */
function balanceReader({ exchange }: Catalogue, owner: number): ReadonlyMap<Asset, Balance> {
  const open = [...exchange.features.funding.withdrawals.of(owner)];
  return new Map(
    exchange.assets.map((asset) => {
      const { available, frozen } = exchange.balance(owner, WALLET.exchange, asset.asset);
      const withdrawing = open
        .filter((one) => one.asset === asset.asset)
        .reduce((sum, { amount, fee }) => sum + amount + fee, 0);
      const text = (units: number): string => formatFixed(units, asset.decimals);
      return [
        asset,
        { free: text(available), locked: text(frozen - withdrawing), withdrawing: text(withdrawing) },
      ];
    }),
  );
}

/** The fee of a withdrawal is taken from what a program asks for, so bounds are told with it. */
function networkReader(
  { chains }: Pick<CoinParts, 'chains'>,
  language: Language,
): (terms: PublicTerms, at: number) => ProgramCoinNetwork {
  const states = new Map(chains.states().map((state) => [state.chain, state]));
  return (terms, at) => {
    const { currency: coin, chain, byVoucher, decimals, fee, deposits, status } = terms;
    const state = states.get(chain);
    const depositEnable = deposits === 'open' && !byVoucher && state?.isOpen === true;
    const withdrawEnable = status === 'open';
    const closed = status === 'halted' ? 'funding/halted' : 'funding/withdrawals-closed';
    const withFee = (bound: string): string =>
      formatDecimal(unitsOf(bound, decimals) + unitsOf(fee, decimals), decimals);
    return {
      network: NETWORK_OF_CHAIN[chain],
      name: chain,
      coin,
      isDefault: at === 0,
      depositEnable,
      depositDesc: depositEnable ? '' : refusalMessage({ error: 'funding/deposits-closed' }, language),
      withdrawEnable,
      withdrawDesc: withdrawEnable ? '' : refusalMessage({ error: closed }, language),
      busy: state !== undefined && state.isOpen && state.state !== 'up',
      withdrawFee: fee,
      withdrawMin: withFee(terms.minAmount),
      withdrawMax: withFee(terms.maxAmount),
      withdrawIntegerMultiple: formatDecimal(1, decimals),
      depositDust: terms.minDeposit,
      minConfirm: terms.confirmations,
    };
  };
}

function unitsOf(text: string, decimals: number): number {
  const units = parseDecimal(text, decimals);
  if (typeof units !== 'number') throw new Error(`${text} is no amount of ${decimals} decimals`);
  return units;
}
