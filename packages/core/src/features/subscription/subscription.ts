/** Subscription: entries whose units the house holds in escrow. */
import type { RefusalName } from '@glasshouse/protocol';
import { WALLET } from '../../accounts.ts';
import type { ByteReader, ByteWriter } from '../../byte-stream.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation } from '../../feature.ts';
import { made } from '../../outcomes.ts';
import type { SubscriptionCommand } from './commands.ts';
import type { SubscriptionChanged } from './events.ts';

/** Codes of postings, never given again. */
export const SUBSCRIPTION_REASON = { 'subscription-opened': 60 } as const;
export const SUBSCRIPTION_HOUSE = { subscriptionEscrow: 9 } as const;

type Entry = Omit<SubscriptionChanged, 'type'>;
const ENTRY_FIELDS = [
  'entry',
  'owner',
  'asset',
  'amount',
  'openedMs',
] as const satisfies readonly (keyof Entry)[];

export class Subscription implements CoreFeature<SubscriptionCommand, SubscriptionChanged> {
  readonly #kernel: Kernel;
  /** Entries by number. */
  readonly #entries = new Map<number, Entry>();
  /** Number of the last entry. A number is never given again, also after its entry has ended. */
  #last = 0;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<SubscriptionCommand, SubscriptionChanged>['commands'] = {
    'open-subscription-entry': (command, timeMs) => made(this.#openEntry(command, timeMs), this.#last),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  #openEntry({ owner, asset, amount }: SubscriptionCommand, timeMs: number): RefusalName | null {
    const { ledger, registry, log } = this.#kernel;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    if (registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'subscription/amount-missing';
    const from = ledger.find(owner, WALLET.exchange, asset);
    if (from < 0 || ledger.available(from) < amount) return 'wallet/insufficient-balance';
    const entry = ++this.#last;
    const to = ledger.account(SUBSCRIPTION_HOUSE.subscriptionEscrow, WALLET.house, asset);
    const reason = SUBSCRIPTION_REASON['subscription-opened'];
    ledger.move({ from, to, units: amount, reason, reference: entry });
    const opened = { entry, owner, asset, amount, openedMs: timeMs };
    this.#entries.set(entry, opened);
    log.emit(eventOf(opened));
    return null;
  }

  onTick(): void {}

  afterTick(): void {}

  processDue(): boolean {
    return true;
  }

  restoreDue(): void {}

  onRules(): void {}

  save(out: ByteWriter): void {
    out.number(this.#last);
    out.number(this.#entries.size);
    for (const entry of this.#entries.values()) out.numbers(ENTRY_FIELDS.map((field) => entry[field]));
  }

  load(input: ByteReader): void {
    this.#last = input.number();
    for (let left = input.number(); left > 0; left--) {
      const values = input.numbers();
      const fields = ENTRY_FIELDS.map((field, i) => [field, values[i]]);
      const entry = Object.fromEntries(fields) as unknown as Entry;
      this.#entries.set(entry.entry, entry);
    }
  }

  *holds(): Iterable<Hold> {
    for (const { asset, amount } of this.#entries.values())
      yield {
        owner: SUBSCRIPTION_HOUSE.subscriptionEscrow,
        wallet: WALLET.house,
        asset,
        part: 'escrow',
        units: amount,
      };
  }

  /** Nothing is promised. */
  obligations(): Obligation[] {
    return [];
  }

  findings(): Finding[] {
    const numbers = [...this.#entries.keys()];
    return [
      {
        name: 'entries of subscription are numbered without a gap',
        ok: numbers.every((entry, i) => entry === i + 1),
        figures: `${numbers.length} entries`,
      },
    ];
  }

  *open(owner?: number): Iterable<SubscriptionChanged> {
    for (const entry of this.#entries.values())
      if (owner === undefined || entry.owner === owner) yield eventOf(entry);
  }
}

function eventOf(entry: Entry): SubscriptionChanged {
  return Object.freeze({ type: 'subscription-changed', ...entry });
}
