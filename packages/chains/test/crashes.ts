/**
 * Simulates crashes: wraps the dependencies of a program so that each of their calls is a named
 * step, at which the program can die.
 */
import type { PaymentNode } from '../src/evm/payment-nodes.ts';
import type { PaymentRecord, PaymentRecords, PaymentReports, PaymentStore } from '../src/paying/payments.ts';
import type { SignerLog, SigningAnswer } from '../src/paying/signing.ts';
import type { TronNode } from '../src/tron/nodes.ts';
import type { UtxoNode } from '../src/utxo/nodes.ts';
import type { UtxoStore } from '../src/utxo/payments.ts';

class Crash extends Error {
  override readonly name = 'Crash';
}

/** A planned death, when the step is reached for the `occurrence`th time, counted from 1. */
export interface Kill {
  readonly step: string;
  readonly occurrence: number;
}

/** One run of a program until it dies. After that, all calls of its dependencies fail. */
export class Life {
  readonly #kills: readonly Kill[];
  readonly seen: Map<string, number>;
  isOver = false;

  /** `seen` counts the steps of all lives together. */
  constructor(kills: readonly Kill[], seen: Map<string, number>) {
    this.#kills = kills;
    this.seen = seen;
  }

  async around<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#reach(`${name} <`);
    try {
      return await work();
    } finally {
      this.#reach(`${name} >`);
    }
  }

  /** Runs a call that is no step: the program cannot die at it, but it fails after a death. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#requireAlive();
    return work();
  }

  #reach(step: string): void {
    this.#requireAlive();
    const count = (this.seen.get(step) ?? 0) + 1;
    this.seen.set(step, count);
    const isDeath = this.#kills.some((kill) => kill.step === step && kill.occurrence === count);
    if (!isDeath) return;
    this.isOver = true;
    throw new Crash(step);
  }

  #requireAlive(): void {
    if (this.isOver) throw new Crash('it is dead');
  }
}

/** Wraps the methods that the stores of all kinds of chains share. */
export function dyingRecords<P extends PaymentRecord>(
  store: PaymentRecords<P>,
  life: Life,
): PaymentRecords<P> {
  return {
    add: async (order) => life.around(`add ${order.kind}`, async () => store.add(order)),
    find: async (id) => life.during(async () => store.find(id)),
    open: async (chainId) => life.during(async () => store.open(chainId)),
    put: async (payment) => {
      const isAgain = payment.state === 'signed' && payment.attempts.length > 1;
      const isCancel = payment.cancelled !== null && payment.outcome === null;
      const words = ['store', payment.state, isAgain ? 'again' : '', isCancel ? 'to cancel' : ''];
      const name = words.filter((word) => word !== '').join(' ');
      return life.around(name, async () => store.put(payment));
    },
    ofTransaction: async (chainId, txid) => life.during(async () => store.ofTransaction(chainId, txid)),
  };
}

export function dyingStore(store: PaymentStore, life: Life): PaymentStore {
  return {
    ...dyingRecords(store, life),
    add: async (order, nonce) => life.around(`add ${order.kind}`, async () => store.add(order, nonce)),
    nextNonce: async (chainId, sender) => life.during(async () => store.nextNonce(chainId, sender)),
    allocate: async (payment) => life.around('allocate', async () => store.allocate(payment)),
    holderOf: async (chainId, sender, nonce) =>
      life.during(async () => store.holderOf(chainId, sender, nonce)),
  };
}

export function dyingUtxoStore(store: UtxoStore, life: Life): UtxoStore {
  return {
    ...dyingRecords(store, life),
    allocate: async (payment) => life.around('allocate', async () => store.allocate(payment)),
    holderOf: async (chainId, input) => life.during(async () => store.holderOf(chainId, input)),
  };
}

/**
 * A signer of any kind of chain. TRON's requests have no `purpose`, because all of them are
 * payments.
 */
interface Signing<R extends object> {
  sign(request: R): Promise<SigningAnswer>;
}

export const dyingSigner = <R extends object>(signer: Signing<R>, life: Life): Signing<R> => ({
  sign: async (request) => {
    const purpose = 'purpose' in request ? String(request.purpose) : 'pay';
    return life.around(`sign ${purpose}`, async () => signer.sign(request));
  },
});

export const dyingLog = <E>(log: SignerLog<E>, life: Life): SignerLog<E> => ({
  load: async () => log.load(),
  append: async (entry) => life.around('record of the signer', async () => log.append(entry)),
});

export const dyingReports = (reports: PaymentReports, life: Life): PaymentReports => ({
  report: async (report) => life.around(`report ${report.result}`, async () => reports.report(report)),
});

export function dyingNode(node: PaymentNode, name: string, life: Life): PaymentNode {
  return {
    head: async () => life.during(async () => node.head()),
    headerAt: async (height) => life.during(async () => node.headerAt(height)),
    prices: async () => life.during(async () => node.prices()),
    gasFor: async (call) => life.during(async () => node.gasFor(call)),
    transactionsOf: async (address, block) => life.during(async () => node.transactionsOf(address, block)),
    balancesAt: async (holdings, block) => life.during(async () => node.balancesAt(holdings, block)),
    receiptOf: async (txid) => life.during(async () => node.receiptOf(txid)),
    knows: async (txid) => life.during(async () => node.knows(txid)),
    send: async (raw) => life.around(`send to ${name}`, async () => node.send(raw)),
  };
}

export function dyingUtxoNode(node: UtxoNode, name: string, life: Life): UtxoNode {
  return {
    head: async () => life.during(async () => node.head()),
    headerAt: async (height) => life.during(async () => node.headerAt(height)),
    feeRate: async () => life.during(async () => node.feeRate()),
    unspentAt: async (output, block) => life.during(async () => node.unspentAt(output, block)),
    minedOf: async (txid) => life.during(async () => node.minedOf(txid)),
    rawOf: async (txid) => life.during(async () => node.rawOf(txid)),
    send: async (raw) => life.around(`send to ${name}`, async () => node.send(raw)),
  };
}

export function dyingTronNode(node: TronNode, name: string, life: Life): TronNode {
  return {
    head: async () => life.during(async () => node.head()),
    headerAt: async (height) => life.during(async () => node.headerAt(height)),
    timeOf: async (block) => life.during(async () => node.timeOf(block)),
    finalHeight: async () => life.during(async () => node.finalHeight()),
    energyPrice: async () => life.during(async () => node.energyPrice()),
    energyFor: async (transfer) => life.during(async () => node.energyFor(transfer)),
    balanceOf: async (holding) => life.during(async () => node.balanceOf(holding)),
    solidHeight: async () => life.during(async () => node.solidHeight()),
    finalBalanceOf: async (holding) => life.during(async () => node.finalBalanceOf(holding)),
    minedOf: async (txid, upTo) => life.during(async () => node.minedOf(txid, upTo)),
    knows: async (txid) => life.during(async () => node.knows(txid)),
    send: async (raw) => life.around(`send to ${name}`, async () => node.send(raw)),
  };
}
