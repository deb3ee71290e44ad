/** Brings the platform to what this version starts with: the newest rules, and what is still missing of the seeds. */
import { newestRules, WALLET, type Command, type Exchange } from '@glasshouse/core';
import type { Log } from './log.ts';
import type { Pipeline } from './pipeline/pipeline.ts';
import type { Seed } from './product.ts';

/** In whose name the platform's own commands are. */
export const PLATFORM_OWNER = 1;

export interface SeedParts {
  readonly pipeline: Pipeline<Exchange>;
  readonly log: Log;
  /** Called with what is happening. */
  readonly onProgress: (line: string) => void;
}

/** Before anything else: what is asked from now on follows the newest rules, what was asked before keeps those of its time. */
export async function raiseRules({ pipeline, log }: SeedParts): Promise<void> {
  for (const command of newestRules(pipeline.exchange.rules)) {
    const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
    if (error !== null) throw new Error(`the rules of ${command.feature} were refused: ${error}`);
    log.info({ feature: command.feature, version: command.version }, 'the rules were raised');
  }
}

/** What is done already, also by a start that was cut short, is left as it is: operators may have changed it since. */
export async function sow({ pipeline, onProgress }: SeedParts, seeds: readonly Seed[]): Promise<void> {
  const missing = seeds.filter(({ isDone }) => !isDone(pipeline.exchange));
  if (missing.length > 0) onProgress('Defining what the platform starts with');
  for (const { command } of missing) {
    const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
    if (error !== null) throw new Error(`${command.type} was refused at the start: ${error}`);
  }
}

/**
 * Capital comes in before the first tick and never again: a treasury that was emptied stays empty, and
 * the ledger says where it went.
 */
export function capital(command: Extract<Command, { type: 'issue' }>): Seed {
  const { owner, wallet, asset } = command;
  return {
    command,
    isDone: ({ lastTick, ledger }) => {
      const account = ledger.find(owner, wallet, asset);
      const holds = account >= 0 && ledger.available(account) + ledger.frozen(account) > 0;
      return lastTick.tick > 0 || holds;
    },
  };
}

/** Opens an account of the platform itself, before the first tick. */
export function platformAccount(owner: number): Seed {
  return {
    command: { type: 'open-account', owner },
    isDone: ({ lastTick, ledger }) => lastTick.tick > 0 || ledger.find(owner, WALLET.exchange, 0) >= 0,
  };
}
