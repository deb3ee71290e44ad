/**
 * What watchers and payers of chains ask of the exchange, as commands: credit, finalise, halt,
 * settle. The core takes a reference once, so that all of it can be asked again after a crash.
 */
import { CHAIN_STATUS } from '@glasshouse/core';
import type { ChainExchange, Networks } from '../../contract/chain-parts.ts';
import type { ProductServices } from '../../contract/product.ts';
import { numberOf } from './chain-amounts.ts';
import { booksOf } from './chain-books.ts';
import { depositCredits } from './deposits/credits.ts';
import { WithdrawalExchange } from './withdrawals/exchange.ts';
import { withdrawalPayments } from './withdrawals/payments.ts';
import { WithdrawalStore } from './withdrawals/store.ts';

export function chainExchange({
  database,
  catalogue,
  sequencer,
  networks,
}: Pick<ProductServices, 'database' | 'catalogue' | 'sequencer'> & {
  readonly networks: Networks;
}): ChainExchange {
  const { coins } = catalogue.exchange.features.funding;
  // It takes no requests.
  const exchange = new WithdrawalExchange({
    catalogue,
    sequencer,
    networks,
    openings: { isOpen: () => true },
  });
  const store = new WithdrawalStore(database);
  const isHalted = (chain: string): boolean =>
    coins.all().some((coin) => coin.chain === numberOf(chain) && coin.status === CHAIN_STATUS.halted);
  return {
    chains: networks.all,
    ...depositCredits({ database, networks, submit: (command) => exchange.submit(command) }),
    ...withdrawalPayments({ store, exchange, networks }, isHalted),
    setHalted: async (chain, isHalted) => {
      const status = isHalted ? CHAIN_STATUS.halted : CHAIN_STATUS.open;
      const error = await exchange.submit({ type: 'set-chain-status', chain: numberOf(chain), status });
      if (error !== null) throw new Error(`set-chain-status was refused: ${error}`);
    },
    isHalted,
    books: (chain, asked) => sequencer.read(() => booksOf(catalogue, chain, asked)),
  };
}
