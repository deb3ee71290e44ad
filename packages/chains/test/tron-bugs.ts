/** Planted bugs of the payer on TRON. */
import type { Change, PlantedBug } from './planted-bug.ts';

/**
 * A signer without its record. Otherwise the signer would refuse, and the payer's bug would not
 * show.
 */
const FORGETFUL_TRON_SIGNER: Change = {
  file: 'src/tron/signer.ts',
  from: '    const { order, txid, expirationMs, day } = entry;\n',
  to: '    const { order, txid, expirationMs, day } = entry;\n    if (day >= 0) return;\n',
};

const EXPIRED = 'payment.drafts.every(({ expirationMs }) => expirationMs <= final.timeMs)';

const AT_ONCE: Change = {
  file: 'src/tron/payer.ts',
  from: EXPIRED,
  to: `(payment.state === 'broadcast' || ${EXPIRED})`,
};

const BY_NEWEST_BLOCK: Change = {
  file: 'src/tron/payer.ts',
  from: EXPIRED,
  to: 'payment.drafts.every(({ expirationMs }) => expirationMs <= head.timeMs)',
};

/** Uses the clock of the payer's machine, which is ahead of the chain. */
const BY_OUR_CLOCK: Change = {
  file: 'src/tron/payer.ts',
  from: EXPIRED,
  to: 'payment.drafts.every(({ expirationMs }) => expirationMs <= head.timeMs + 45_000)',
};

const ALIKE: readonly Change[] = [
  {
    file: 'src/tron/payer.ts',
    from: '      if ((await store.ofTransaction(terms.chainId, txid)) === null)\n        return',
    to: '      if (store !== null)\n        return',
  },
  {
    file: 'src/paying/memory-records.ts',
    from: '    if (taken !== undefined)\n      throw',
    to: '    if (taken === "")\n      throw',
  },
];

const tronBug = (name: string, ...changes: readonly Change[]): PlantedBug => ({
  name,
  chain: 'tron',
  changes,
});

export const TRON_BUGS: readonly PlantedBug[] = [
  tronBug('a second transaction before the first has expired', AT_ONCE, FORGETFUL_TRON_SIGNER),
  tronBug('expired by the newest block', BY_NEWEST_BLOCK, FORGETFUL_TRON_SIGNER),
  tronBug('expired by a clock of ours', BY_OUR_CLOCK, FORGETFUL_TRON_SIGNER),
  tronBug('two payments that are alike are one transaction', ...ALIKE, FORGETFUL_TRON_SIGNER),
  tronBug('two payments that are alike are one transaction, refused by the signer', ...ALIKE),
  tronBug('a failed receipt counts as paid', {
    file: 'src/tron/payments.ts',
    from: "  if (!mined.succeeded) return { ...ended, result: 'failed' };\n",
    to: "  if (!mined.succeeded) return { ...ended, result: 'paid', output: 0 };\n",
  }),
  tronBug('the fee of a failed transaction is forgotten', {
    file: 'src/tron/payments.ts',
    from: "  if (!mined.succeeded) return { ...ended, result: 'failed' };\n",
    to: "  if (!mined.succeeded) return { ...ended, cost: '0', result: 'failed' };\n",
  }),
  tronBug('a block that is not final is enough', {
    file: 'src/tron/payer.ts',
    from: 'return one.height > final.height ? null :',
    to: 'return one.height < 0 ? null :',
  }),
  tronBug('it is stored after it is sent', {
    file: 'src/tron/payer.ts',
    from: "    const attempt = { txid, raw, purpose: 'pay', sentHeight: null } as const;\n",
    to:
      '    await this.#parts.nodes.sendToAll(raw);\n' +
      "    const attempt = { txid, raw, purpose: 'pay', sentHeight: null } as const;\n",
  }),
  tronBug('the signer is not told of earlier transactions', {
    file: 'src/tron/payer.ts',
    from: 'const before = drafts.slice(0, -1)',
    to: 'const before = drafts.slice(0, 0)',
  }),
  tronBug('a cancelled payment ends at once', {
    file: 'src/tron/payer.ts',
    from: '    if (payment.cancelled !== null || newest.expirationMs <= head.timeMs) return null;\n',
    to:
      '    if (payment.cancelled !== null) return this.drop(payment);\n' +
      '    if (newest.expirationMs <= head.timeMs) return null;\n',
  }),
  tronBug('a cancelled payment goes out again', {
    file: 'src/tron/payer.ts',
    from: '    if (payment.cancelled !== null || newest.expirationMs <= head.timeMs) return null;\n',
    to: '    if (newest.expirationMs <= head.timeMs) return null;\n',
  }),
  tronBug('what is under way is not counted', {
    file: 'src/tron/funds.ts',
    from: 'if (order.id === id || order.sender !== sender) continue;',
    to: 'if (order.sender !== "") continue;',
  }),
  tronBug('one node of TRON is believed', {
    file: 'src/blocks/quorum.ts',
    from: 'return answers.length >= this.#needed;',
    to: 'return answers.length > 0;',
  }),
  tronBug('the highest final block of any node counts', {
    file: 'src/tron/nodes.ts',
    from: '[...heights].sort((a, b) => b - a)[this.quorum.needed - 1]!',
    to: '[...heights].sort((a, b) => b - a)[0]!',
  }),
  tronBug('it signs in a halt', {
    file: 'src/paying/payment-steps.ts',
    from: 'return this.#parts.isHalted?.() ?? false;',
    to: 'return this.#parts.isHalted?.() === null;',
  }),
  tronBug('the signer refuses, and it is asked for ever', {
    file: 'src/tron/payer.ts',
    from: '      if (!NEVER_SIGNED.includes(answer.refusal)) return',
    to: '      if (answer.refusal !== null) return',
  }),
];
