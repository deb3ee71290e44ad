/** Our unspent outputs in memory, kept up to date in the same way as by the server's watcher. */
import type { ChainStep } from '../src/blocks/follower.ts';
import { ownOutputsOf, type OwnOutputs } from '../src/utxo/own-outputs.ts';
import type { KeyPath } from '../src/paying/payments.ts';
import { outpointKey, type OwnOutput } from '../src/utxo/payments.ts';

export class MemoryOutputs implements OwnOutputs {
  readonly #keyOf: (address: string) => KeyPath | undefined;
  readonly #known = new Map<string, { readonly own: OwnOutput; readonly height: number }>();

  constructor(keyOf: (address: string) => KeyPath | undefined) {
    this.#keyOf = keyOf;
  }

  outputs(): readonly OwnOutput[] {
    return [...this.#known.values()].map(({ own }) => own);
  }

  apply(step: ChainStep): void {
    const { height } = step.header;
    if (step.type === 'added')
      for (const own of ownOutputsOf(step, this.#keyOf)) this.#known.set(outpointKey(own), { own, height });
    else for (const [key, one] of this.#known) if (one.height === height) this.#known.delete(key);
  }
}
