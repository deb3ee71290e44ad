/** Planted bugs of the payer on chains of the Bitcoin family. */
import type { Change, PlantedBug } from './planted-bug.ts';

/**
 * A signer without its record. Otherwise the signer would refuse, and the payer's bug would not
 * show.
 */
const FORGETFUL_UTXO_SIGNER: Change = {
  file: 'src/utxo/signer.ts',
  from: '  #remember({ order, purpose, inputs, day, fee }: UtxoSignedEntry): void {\n',
  to: '  #remember({ order, purpose, inputs, day, fee }: UtxoSignedEntry): void {\n    if (inputs.length >= 0) return;\n',
};

const FREE_INPUTS: Change = {
  file: 'src/utxo/payer.ts',
  from: '      if ((await store.holderOf(terms.chainId, output)) !== null) continue;\n',
  to: '      await store.holderOf(terms.chainId, output);\n',
};

/** A store that allows two payments with one input. Otherwise it would refuse the payer's bug. */
const CARELESS_STORE: Change = {
  file: 'src/utxo/memory-store.ts',
  from: '    if (taken !== undefined) throw',
  to: '    if (taken === "") throw',
};

const OTHER_INPUTS: Change = {
  file: 'src/utxo/payer.ts',
  from: '    if (feeRate !== null) return this.#sign(payment, purpose, feeRate);\n',
  to:
    '    const others = await this.#inputsFor(payment, look);\n' +
    '    if (others === null) return null;\n' +
    '    const moved = changed(payment, { inputs: others });\n' +
    '    await this.#parts.store.allocate(moved);\n' +
    '    if (feeRate !== null) return this.#sign(moved, purpose, feeRate);\n',
};

export const UTXO_BUGS: readonly PlantedBug[] = [
  { name: 'an input is reserved twice', chain: 'utxo', changes: [FREE_INPUTS, CARELESS_STORE] },
  {
    name: 'an input is reserved twice, refused by nobody',
    chain: 'utxo',
    changes: [FREE_INPUTS, CARELESS_STORE, FORGETFUL_UTXO_SIGNER],
  },
  {
    name: 'a replacement without a shared input',
    chain: 'utxo',
    changes: [OTHER_INPUTS, FORGETFUL_UTXO_SIGNER],
  },
  {
    name: 'a replacement without a shared input, refused by the signer',
    chain: 'utxo',
    changes: [OTHER_INPUTS],
  },
  {
    name: 'change to a foreign address',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/transactions.ts',
        from: 'if (rest >= dust) return { inputs, outputs: [...paid, { script: back, units: rest }], fee };',
        to: 'if (rest >= dust) return { inputs, outputs: [...paid, { script: to, units: rest }], fee };',
      },
      {
        file: 'src/utxo/signer.ts',
        from: 'return isPaid && isBack && others.length <= 1',
        to: 'return isPaid && others.length <= 1',
      },
    ],
  },
  {
    name: 'change to a foreign address, refused by the signer',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/transactions.ts',
        from: 'if (rest >= dust) return { inputs, outputs: [...paid, { script: back, units: rest }], fee };',
        to: 'if (rest >= dust) return { inputs, outputs: [...paid, { script: to, units: rest }], fee };',
      },
    ],
  },
  {
    name: 'the place of an output is ignored',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/source.ts',
        from: 'transfers.push({ txid, output: n, to, coin, units: unitsOf(value) })',
        to: 'transfers.push({ txid, output: 0, to, coin, units: unitsOf(value) })',
      },
    ],
  },
  {
    name: 'a replacement pays no more in all',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/transactions.ts',
        from: '  const fee = byRate > least ? byRate : least;\n',
        to: '  const fee = least >= 0n ? byRate : least;\n',
      },
    ],
  },
  {
    name: 'only the newest attempt of inputs is looked up',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/payer.ts',
        from: '    for (const attempt of attempts) {\n',
        to: '    for (const attempt of attempts.slice(-1)) {\n',
      },
    ],
  },
  {
    name: 'the first confirmation of inputs is enough',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/payer.ts',
        from: '    if (head.height - height + 1 < terms.confirmations) return false;\n',
        to: '    if (head.height - height + 1 < Math.min(1, terms.confirmations)) return false;\n',
      },
    ],
  },
  {
    name: 'the fee of inputs is reported off by one',
    chain: 'utxo',
    changes: [
      {
        file: 'src/utxo/payer.ts',
        from: '      fee: draft.fee.toString(),\n',
        to: '      fee: (draft.fee + 1n).toString(),\n',
      },
    ],
  },
  {
    name: 'inputs of a refused payment are left',
    chain: 'utxo',
    changes: [
      {
        file: 'src/paying/payment-steps.ts',
        from: '    return this.put(payment, { cancelled: `signer: ${refusal}` } as Partial<P>);\n',
        to:
          '    const refused = { cancelled: `signer: ${refusal}` } as Partial<P>;\n' +
          '    return this.drop(await this.put(payment, refused));\n',
      },
    ],
  },
];
