/**
 * Bugs of the payer. Each is planted in a copy of the sources, where the fault rig must find it. A
 * bug replaces texts, each of which must occur exactly once in its file.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Change, PlantedBug } from './planted-bug.ts';
import { TRON_BUGS } from './tron-bugs.ts';
import { UTXO_BUGS } from './utxo-bugs.ts';

const HOME = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(HOME, '../..');
/** The kinds of chains on which the rig runs. */
const CHAINS = ['evm', 'utxo', 'tron'] as const;
/** A bug that makes the rig hang counts as found. */
const RUN_MS_MAX = 900_000;

/**
 * A signer without its record. Otherwise the signer would refuse, and the payer's bug would not
 * show.
 */
const FORGETFUL_SIGNER: Change = {
  file: 'src/evm/seed-signer.ts',
  from: "  #remember({ order, purpose, nonce, day, fee = '0' }: SignedEntry): void {\n",
  to: "  #remember({ order, purpose, nonce, day, fee = '0' }: SignedEntry): void {\n    if (nonce >= 0) return;\n",
};

/** Disables the search for gaps in the nonces, which would otherwise prevent the double payment. */
const IGNORED_GAPS: Change = {
  file: 'src/evm/nonces.ts',
  from: 'if (held.has(nonce)) continue;',
  to: 'if (nonce >= 0) continue;',
};

const SECOND_NONCE: Change = {
  file: 'src/evm/payer.ts',
  from: '    if (fees !== null && isAffordable) return this.#sign(payment, purpose, fees);\n',
  to:
    '    const next = (await this.#parts.store.nextNonce(payment.order.chainId, payment.order.sender))!;\n' +
    '    const again = changed(payment, { nonce: next });\n' +
    '    await this.#parts.store.allocate(again);\n' +
    '    if (fees !== null && isAffordable) return this.#sign(again, purpose, fees);\n',
};

const SECOND_NONCE_ON_UNCERTAIN: Change = {
  file: 'src/evm/payer.ts',
  from: '    const used = await nodes.transactionsOf(order.sender, look.head);\n',
  to:
    "    if (payment.state === 'uncertain') {\n" +
    '        const next = (await this.#parts.store.nextNonce(payment.order.chainId, payment.order.sender))!;\n' +
    "        const again = changed(payment, { state: 'allocated', nonce: next, attempts: [] });\n" +
    '        await this.#parts.store.allocate(again);\n' +
    '        return again;\n' +
    '      }\n' +
    '    const used = await nodes.transactionsOf(order.sender, look.head);\n',
};

const BY_ERROR_TEXT: readonly Change[] = [
  {
    file: 'src/evm/payment-nodes.ts',
    from: '    await this.quorum.askAll((node) => node.send(raw));\n',
    to: '    await Promise.all(this.nodesOf().map(async (node) => node.send(raw)));\n',
  },
  {
    file: 'src/evm/payment-nodes.ts',
    from: '  async sendToAll(raw: string): Promise<void> {\n',
    to:
      '  nodesOf(): readonly PaymentNode[] {\n    return this.quorum.nodes;\n  }\n\n' +
      '  async sendToAll(raw: string): Promise<void> {\n',
  },
  {
    file: 'src/paying/payment-steps.ts',
    from: '    await nodes.sendToAll(newest.raw);\n    let isKnown',
    to:
      '    try {\n      await nodes.sendToAll(newest.raw);\n    } catch (error) {\n' +
      '      if (/nonce too low/.test(String(error))) {\n' +
      "        const outcome = { result: 'paid', txid: newest.txid, output: -1, cost: '0' } as const;\n" +
      '        await this.end(payment, outcome);\n' +
      '        return null;\n      }\n    }\n    let isKnown',
  },
];

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'a second nonce when it is uncertain',
    changes: [SECOND_NONCE_ON_UNCERTAIN, FORGETFUL_SIGNER, IGNORED_GAPS],
  },
  {
    name: 'a second nonce when it is uncertain, refused by the signer',
    changes: [SECOND_NONCE_ON_UNCERTAIN],
  },
  { name: 'a raised fee takes a new nonce', changes: [SECOND_NONCE, FORGETFUL_SIGNER, IGNORED_GAPS] },
  { name: 'a raised fee takes a new nonce, refused by the signer', changes: [SECOND_NONCE] },
  { name: 'what became of it is taken from error texts', changes: BY_ERROR_TEXT },
  {
    name: 'the raw transaction is stored after it is sent',
    changes: [
      {
        file: 'src/evm/payer.ts',
        from: "    return this.put(payment, { state: 'signed', attempts: [...payment.attempts, attempt] });\n",
        to:
          '    await this.#parts.nodes.sendToAll(raw);\n' +
          "    return this.put(payment, { state: 'signed', attempts: [...payment.attempts, attempt] });\n",
      },
    ],
  },
  {
    name: 'a refused payment releases its nonce',
    changes: [
      {
        file: 'src/paying/payment-steps.ts',
        from: '    return this.put(payment, { cancelled: `signer: ${refusal}` } as Partial<P>);\n',
        to:
          "    const outcome = { result: 'cancelled', txid: null, output: null, cost: '0', height: null };\n" +
          "    const end = { cancelled: `signer: ${refusal}`, state: 'confirmed', outcome };\n" +
          '    return this.put(payment, end as unknown as Partial<P>);\n',
      },
    ],
  },
  {
    name: 'a cancelled payment is dropped instead of replaced',
    changes: [
      {
        file: 'src/evm/payer.ts',
        from: "    const purpose = payment.cancelled === null ? newest.purpose : 'cancel';\n",
        to:
          '    if (payment.cancelled !== null) return this.drop(payment);\n' +
          "    const purpose = payment.cancelled === null ? newest.purpose : 'cancel';\n",
      },
    ],
  },
  {
    name: 'gaps of nonces are not filled',
    changes: [IGNORED_GAPS],
  },
  {
    name: 'the fee is never raised',
    changes: [
      {
        file: 'src/evm/payer.ts',
        from: 'used === nonce && waited >= terms.bumpAfterBlocks',
        to: 'used < 0 && waited < 0',
      },
    ],
  },
  {
    name: 'only the newest attempt is looked up',
    changes: [
      {
        file: 'src/evm/payer.ts',
        from: 'for (const { txid, purpose } of attempts) {',
        to: 'for (const { txid, purpose } of attempts.slice(-1)) {',
      },
    ],
  },
  {
    name: 'a failed transaction counts as paid',
    changes: [
      {
        file: 'src/evm/transfers.ts',
        from: "  if (!receipt.succeeded) return { ...ended, result: 'failed' };\n",
        to: "  if (!receipt.succeeded) return { ...ended, result: 'paid', output: 0 };\n",
      },
    ],
  },
  {
    name: 'the first confirmation is enough',
    changes: [
      {
        file: 'src/evm/payer.ts',
        from: 'height + 1 < terms.confirmations',
        to: 'height + 1 < Number(terms.confirmations > 0)',
      },
    ],
  },
  {
    name: 'one node is believed',
    changes: [
      {
        file: 'src/blocks/quorum.ts',
        from: 'return answers.length >= this.#needed;',
        to: 'return answers.length > 0;',
      },
    ],
  },
  {
    name: 'it is sent to the first node alone',
    changes: [
      {
        file: 'src/evm/payment-nodes.ts',
        from: 'await this.quorum.askAll((node) => node.send(raw));',
        to: 'await this.quorum.nodes[0]!.send(raw).catch(() => undefined);',
      },
    ],
  },
  {
    name: 'the price of gas is off by one',
    changes: [{ file: 'src/evm/transfers.ts', from: 'gasUsed * gasPrice', to: 'gasUsed * (gasPrice + 1n)' }],
  },
  {
    name: 'costs of sweeps are not reported',
    changes: [
      {
        file: 'src/paying/payment-steps.ts',
        from: '    await this.#parts.reports.report({ order, reason: cancelled, ...outcome! });\n',
        to: "    if (order.kind !== 'sweep') await this.#parts.reports.report({ order, reason: cancelled, ...outcome! });\n",
      },
    ],
  },
  {
    name: 'it is reported after it is stored as reported',
    changes: [
      {
        file: 'src/paying/payment-steps.ts',
        from: '    await this.#parts.reports.report({ order, reason: cancelled, ...outcome! });\n',
        to: '',
      },
      {
        file: 'src/paying/payment-steps.ts',
        from: "    return this.put(payment, { state: isDone ? 'reported' : 'needs-person' } as Partial<P>);\n",
        to:
          "    const stored = await this.put(payment, { state: isDone ? 'reported' : 'needs-person' });\n" +
          '    await this.#parts.reports.report({ order, reason: cancelled, ...outcome! });\n    return stored;\n',
      },
    ],
  },
  {
    name: 'a sweep leaves nothing for its fee',
    changes: [
      { file: 'src/evm/sweeps.ts', from: 'TRANSFER_GAS * plan.maxFeePerGas * FEE_ROOM', to: 'TRANSFER_GAS' },
    ],
  },
  {
    name: 'sweeps of tokens get no gas',
    changes: [{ file: 'src/evm/sweeps.ts', from: 'if (topUp !== null) orders.push(topUp);', to: '' }],
  },
  ...UTXO_BUGS,
  ...TRON_BUGS,
];

/**
 * Returns whether the rig found all bugs, or those named. Without names, first checks that it finds
 * nothing in the unchanged sources.
 */
export function findBugs(only: readonly string[]): boolean {
  const tree = makeTree();
  for (const chain of only.length === 0 ? CHAINS : []) {
    const { status, by } = rig(tree, chain);
    if (status === 0) continue;
    console.log(`The rig finds something on ${chain} without any planted bug: ${by}`);
    return false;
  }
  const bugs = PLANTED_BUGS.filter(({ name }) => only.length === 0 || only.includes(name));
  let found = 0;
  for (const bug of bugs) {
    const result = tryOne(tree, bug);
    if (result.isFound) found++;
    console.log(`${result.isFound ? 'found   ' : 'SURVIVED'} ${bug.name}: ${result.by}`);
  }
  console.log(`\n${bugs.length} planted bugs, ${found} found.`);
  return found === bugs.length && found > 0;
}

function tryOne(
  tree: string,
  { changes, chain = 'evm' }: PlantedBug,
): { readonly isFound: boolean; readonly by: string } {
  const before = new Map(
    changes.map(({ file }) => [file, fs.readFileSync(path.join(tree, file), 'utf8')] as const),
  );
  try {
    for (const { file, from, to } of changes) {
      const target = path.join(tree, file);
      const source = fs.readFileSync(target, 'utf8');
      const count = source.split(from).length - 1;
      if (count !== 1) return { isFound: false, by: `${count} places in ${file} read: ${from}` };
      fs.writeFileSync(
        target,
        source.replace(from, () => to),
      );
    }
    const { status, by } = rig(tree, chain);
    return { isFound: status !== 0, by };
  } finally {
    for (const [file, source] of before) fs.writeFileSync(path.join(tree, file), source);
  }
}

/** Runs the rig on one kind of chain, with one death at every place, until the first finding. */
function rig(tree: string, chain: string): { readonly status: number | null; readonly by: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(tree, 'test/faults.ts'), '--kills', '1', '--first', '--chain', chain],
    { encoding: 'utf8', timeout: RUN_MS_MAX, maxBuffer: 1 << 28 },
  );
  const finding = stdout.split('\n').find((line) => /death/.test(line) && line.includes(': '));
  const error = stderr.split('\n').find((line) => /Error/.test(line));
  return { status, by: finding ?? error ?? 'it hung' };
}

/**
 * Copies the package to a temporary folder, linked to this checkout's node_modules; removed when
 * the process ends.
 */
function makeTree(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-chains-'));
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const home = path.join(folder, 'packages/chains');
  fs.mkdirSync(home, { recursive: true });
  for (const name of ['src', 'test', 'package.json'])
    fs.cpSync(path.join(HOME, name), path.join(home, name), { recursive: true });
  const prerequisites = 'tools/prerequisites.ts';
  fs.cpSync(path.join(ROOT, prerequisites), path.join(folder, prerequisites));
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  fs.symlinkSync(path.join(HOME, 'node_modules'), path.join(home, 'node_modules'));
  return home;
}
