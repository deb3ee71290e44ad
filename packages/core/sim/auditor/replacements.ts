/** What is due when an order is replaced: the cancel, then the new order, by the model of both. */
import type { RefusalName } from '@glasshouse/protocol';
import type { Command, CoreEvent, Outcome } from '../../src/index.ts';
import type { SpotModel } from './spot-model.ts';
import type { Verdict } from '../feature.ts';

type ReplaceOrder = Extract<Command, { readonly type: 'replace-order' }>;

interface Parts {
  readonly spot: SpotModel;
  readonly report: (what: string) => void;
  readonly unlessQuote: (verdict: RefusalName | null | undefined, error: RefusalName | null) => Verdict;
  readonly ofOwner: (owner: number, judge: () => Verdict) => Verdict;
}

export class Replacements {
  readonly #parts: Parts;
  /** Why the new order of the command was refused after the cancel. */
  #refused: RefusalName | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  judge(command: ReplaceOrder, { error, count }: Outcome, timeMs: number): Verdict {
    const { spot, report, unlessQuote, ofOwner } = this.#parts;
    const { owner, market, cancelled, mustCancel } = command;
    const order =
      cancelled === null ? command.order : spot.named({ owner, market, clientOrderId: cancelled });
    const cancel = spot.cancel(owner, order);
    if (cancel === undefined || (cancel !== null && mustCancel === 1)) return unlessQuote(cancel, error);
    const placed = ofOwner(owner, () => spot.placeExtended({ ...command, type: 'place-extended' }, timeMs));
    this.#refused = cancel === null && typeof placed === 'string' ? placed : null;
    const verdict = this.#refused === null ? placed : null;
    const due = cancel === null ? 1 : 0;
    if (verdict === null && count !== due) report(`${count} orders were replaced, due were ${due}`);
    return verdict;
  }

  /** A new order that is refused after the cancel is told by an event. */
  endCommand(events: readonly CoreEvent[]): void {
    const told = events.find((event) => event.type === 'replacement-refused')?.refusal ?? null;
    if (told !== this.#refused)
      this.#parts.report(`a new order was refused by ${told}, due was ${this.#refused}`);
    this.#refused = null;
  }
}
