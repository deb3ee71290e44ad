/** Brings the platform up to this version: the newest rules, and the missing seeds. */
import { newestRules, WALLET, type Command, type Exchange } from '@glasshouse/core';
import type { Log } from '../process/log.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Seed } from './seed.ts';

/** The owner of the platform's own commands. */
export const PLATFORM_OWNER = 1;

export interface SeedParts {
  readonly pipeline: Pipeline<Exchange>;
  readonly log: Log;
  /** Reports progress. */
  readonly onProgress: (line: string) => void;
}

/**
 * Runs before anything else: from now on commands follow the newest rules, earlier ones keep those
 * of their time.
 */
export async function raiseRules({ pipeline, log }: SeedParts): Promise<void> {
  for (const command of newestRules(pipeline.exchange.rules)) {
    const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
    if (error !== null) throw new Error(`the rules of ${command.feature} were refused: ${error}`);
    log.info({ feature: command.feature, version: command.version }, 'the rules were raised');
  }
}

/**
 * Seeds that were applied, even by an interrupted start, are not applied again: operators may have
 * changed them since.
 */
export async function sow({ pipeline, onProgress }: SeedParts, seeds: readonly Seed[]): Promise<void> {
  const missing = seeds.filter(({ isDone }) => !isDone(pipeline.exchange));
  if (missing.length > 0) onProgress('Defining what the platform starts with');
  for (const { command } of missing) {
    const { error } = await pipeline.submit(command, { owner: PLATFORM_OWNER });
    if (error !== null) throw new Error(`${command.type} was refused at the start: ${error}`);
  }
}

/**
 * Capital is issued before the first tick and never again: an emptied treasury stays empty, and the
 * ledger shows where it went.
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
