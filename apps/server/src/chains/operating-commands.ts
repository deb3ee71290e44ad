/** The operator's commands for chains: how they are, and whether they pay out. */
import type { ChainExchange, ChainState } from '../contract/chain-parts.ts';
import type { Operators } from '../contract/ports.ts';
import type { Log } from '../process/log.ts';
import type { Find, FindAnswer, FindApproval } from './found-coins.ts';
import type { HouseAnswer, HouseApproval, WaitingBooking } from './paying/house-bookings.ts';
import type { PayingState } from './paying/server-payout-port.ts';
import type { CoinCompared, Comparison } from './reconciliation.ts';
import type { ChainRuntime } from './runtime.ts';

export interface HaltRequest {
  readonly chain: string;
  readonly isHalted: boolean;
  readonly operator: string;
}

export function chainCommands(parts: {
  readonly chains: Pick<ChainRuntime, 'states' | 'reconcile' | 'houseBookings' | 'payoutPort' | 'found'>;
  readonly exchange: ChainExchange;
  readonly operators: Pick<Operators, 'record'>;
  readonly log: Log;
}) {
  const { chains, exchange, operators, log } = parts;
  return {
    'chains/list': async (_input: null): Promise<readonly ChainState[]> => chains.states(),
    /** What waits or went wrong in paying. */
    'chains/list-payments': async (_input: null): Promise<readonly PayingState[]> =>
      (await chains.payoutPort?.states()) ?? [],
    'chains/reconcile': async (_input: null): Promise<readonly TextComparison[]> =>
      (await chains.reconcile()).map(asText),
    /** What the house did on a chain beside the payer: the second person's naming books it. */
    'chains/book-of-house': async (approval: HouseApproval): Promise<HouseAnswer> => {
      const answer = await chains.houseBookings.approve(approval);
      log.warn({ ...approval, ...answer }, 'an operator names a transaction of the house');
      return answer;
    },
    'chains/list-house': (_input: null): Promise<readonly WaitingBooking[]> => chains.houseBookings.waiting(),
    /** Coins that contracts sent, and that wait for two people. */
    'chains/list-found': async (_input: null): Promise<readonly Find[]> => chains.found.list(),
    'chains/credit-found': async (approval: FindApproval): Promise<FindAnswer> => {
      const answer = await chains.found.approve(approval);
      log.warn({ ...approval, ...answer }, 'an operator approves coins that a contract sent');
      return answer;
    },
    /** False if there is no such chain. */
    'chains/set-halted': async ({ chain, isHalted, operator }: HaltRequest): Promise<boolean> => {
      if (!exchange.chains.some((one) => one.chain === chain)) return false;
      const act = isHalted ? 'machine/chain-halt' : 'machine/chain-open';
      await operators.record({ operator, act, subject: chain, detail: '' });
      await exchange.setHalted(chain, isHalted);
      log.warn({ chain, isHalted, operator }, 'an operator has changed the status of a chain');
      return true;
    },
  };
}

/** Amounts as decimals: JSON has no large numbers. */
type TextComparison = Omit<Comparison, 'coins'> & {
  readonly coins: readonly { readonly [K in keyof CoinCompared]: string }[];
};

function asText({ coins, ...rest }: Comparison): TextComparison {
  const texts = coins.map(({ coin, ledger, arriving, leaving, chain, difference }) => ({
    coin,
    ledger: String(ledger),
    arriving: String(arriving),
    leaving: String(leaving),
    chain: String(chain),
    difference: String(difference),
  }));
  return { ...rest, coins: texts };
}

export type ChainCommands = ReturnType<typeof chainCommands>;
