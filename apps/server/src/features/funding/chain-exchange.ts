/**
 * What watchers and payers of chains ask of the exchange, as commands: credit, finalise, halt,
 * settle. The core takes a reference once, so that all of it can be asked again after a crash.
 */
import { CHAIN_STATUS } from '@glasshouse/core';
import { CHAIN_TERMS } from '@glasshouse/protocol/funding';
import type { ChainDescription, ChainExchange } from '../../contract/chain-parts.ts';
import type { ProductServices } from '../../contract/product.ts';
import { numberOf } from './chain-amounts.ts';
import { booksOf } from './chain-books.ts';
import { depositCredits } from './deposits/credits.ts';
import { WithdrawalExchange } from './withdrawals/exchange.ts';
import { withdrawalPayments } from './withdrawals/payments.ts';
import { WithdrawalStore } from './withdrawals/store.ts';

const DESCRIPTIONS: readonly ChainDescription[] = Object.entries(CHAIN_TERMS).map(
  ([chain, { family, confirmations, coins }]) => ({ chain, family, confirmations, coins }),
);

export function chainExchange({
  database,
  catalogue,
  sequencer,
}: Pick<ProductServices, 'database' | 'catalogue' | 'sequencer'>): ChainExchange {
  const { coins } = catalogue.exchange.features.funding;
  // It takes no requests.
  const exchange = new WithdrawalExchange({ catalogue, sequencer, networks: { isOpen: () => true } });
  const store = new WithdrawalStore(database);
  const isHalted = (chain: string): boolean =>
    coins.all().some((coin) => coin.chain === numberOf(chain) && coin.status === CHAIN_STATUS.halted);
  return {
    chains: DESCRIPTIONS,
    ...depositCredits({ database, submit: (command) => exchange.submit(command) }),
    ...withdrawalPayments({ store, exchange }, isHalted),
    setHalted: async (chain, isHalted) => {
      const status = isHalted ? CHAIN_STATUS.halted : CHAIN_STATUS.open;
      const error = await exchange.submit({ type: 'set-chain-status', chain: numberOf(chain), status });
      if (error !== null) throw new Error(`set-chain-status was refused: ${error}`);
    },
    isHalted,
    books: (chain, asked) => sequencer.read(() => booksOf(catalogue, chain, asked)),
  };
}
