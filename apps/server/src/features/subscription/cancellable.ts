/**
 * What can still be cancelled of each project. It walks all subscriptions of a project, of which
 * there may be 500,000, so it is worked out at most once a second, however many ask.
 */
import type { Ports } from '../../contract/ports.ts';

const SECOND_MS = 1_000;

export class Cancellable {
  readonly #parts: Pick<Ports, 'catalogue' | 'sequencer'>;
  readonly #known = new Map<number, { readonly second: number; readonly units: number }>();

  constructor(parts: Pick<Ports, 'catalogue' | 'sequencer'>) {
    this.#parts = parts;
  }

  /** In units of the project's quote coin. Called while the exchange equals what is committed. */
  of(project: number): number {
    const { catalogue, sequencer } = this.#parts;
    const nowMs = sequencer.nowMs();
    const second = Math.floor(nowMs / SECOND_MS);
    const known = this.#known.get(project);
    if (known?.second === second) return known.units;
    const units = catalogue.exchange.features.subscription.cancellable(project, nowMs);
    this.#known.set(project, { second, units });
    return units;
  }
}
