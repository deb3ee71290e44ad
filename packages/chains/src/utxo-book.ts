/**
 * Which outputs are ours, by the blocks that were followed. Whether one is still unspent tells the
 * chain: only we can spend it, and the records of payments know by which transaction.
 */
import { transferKey } from './blocks.ts';
import type { ChainStep } from './follower.ts';
import type { KeyPath } from './payments.ts';
import { outpointKey, type Outpoint, type OwnOutput } from './utxo-payments.ts';

export interface KnownOutput extends OwnOutput {
  readonly height: number;
}

/** Where a payer looks for what it can spend. */
export interface OwnOutputs {
  outputs(): readonly OwnOutput[];
}

export class UtxoBook implements OwnOutputs {
  readonly #keyOf: (address: string) => KeyPath | undefined;
  readonly #known = new Map<string, KnownOutput>();

  /** `known`: the state of a book that has followed the same blocks. */
  constructor(keyOf: (address: string) => KeyPath | undefined, known: Iterable<KnownOutput> = []) {
    this.#keyOf = keyOf;
    for (const one of known) this.#known.set(outpointKey(one), one);
  }

  /** Stored together with the follower's window. */
  get state(): readonly KnownOutput[] {
    return [...this.#known.values()];
  }

  outputs(): readonly OwnOutput[] {
    return this.state;
  }

  apply(step: ChainStep): void {
    if (step.type === 'added') this.#add(step);
    else
      for (const [key, { height }] of this.#known) if (height === step.header.height) this.#known.delete(key);
  }

  #add({ header: { height }, transfers }: Extract<ChainStep, { type: 'added' }>): void {
    for (const transfer of transfers) {
      const key = this.#keyOf(transfer.to);
      if (key === undefined || transfer.units <= 0n) continue;
      const { txid, output, units } = transfer;
      this.#known.set(transferKey(transfer), { txid, output, key, units: units.toString(), height });
    }
  }

  /** One that was spent by a payment whose end no reorganisation can take back. */
  forget(output: Outpoint): void {
    this.#known.delete(outpointKey(output));
  }
}
