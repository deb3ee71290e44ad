/** The operator's commands for chains: how they are, and whether they pay out. */
import type { ChainExchange, ChainState } from '../chain-parts.ts';
import type { Log } from '../log.ts';
import type { ChainRuntime } from './runtime.ts';

export interface HaltRequest {
  readonly chain: string;
  readonly isHalted: boolean;
  readonly operator: string;
}

export function chainCommands(parts: {
  readonly chains: Pick<ChainRuntime, 'states'>;
  readonly exchange: ChainExchange;
  readonly log: Log;
}) {
  const { chains, exchange, log } = parts;
  return {
    'chains/list': async (_input: null): Promise<readonly ChainState[]> => chains.states(),
    /** False if there is no such chain. */
    'chains/set-halted': async ({ chain, isHalted, operator }: HaltRequest): Promise<boolean> => {
      if (!exchange.chains.some((one) => one.chain === chain)) return false;
      await exchange.setHalted(chain, isHalted);
      log.warn({ chain, isHalted, operator }, 'an operator has changed the status of a chain');
      return true;
    },
  };
}

export type ChainCommands = ReturnType<typeof chainCommands>;
