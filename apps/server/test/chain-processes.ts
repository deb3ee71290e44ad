/** The server, the payer and the signer as processes, which a test kills and starts again. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import type { Command } from '@glasshouse/core';
import { Anvil, type Token } from '../../../packages/chains/test/anvil.ts';
import { Litecoin } from '../../../packages/chains/test/litecoin.ts';
import { TronGateway } from '../../../packages/chains/test/tron-gateway.ts';
import { tronTermsIn } from '../src/chains/paying/tron-terms.ts';
import { utxoTermsIn } from '../src/chains/paying/utxo-terms.ts';
import { anvilConfig, anvilTerms, CHAIN } from './payment-rig.ts';
import { FINAL as TRON_FINAL, tronFileOf } from './tron-payment-rig.ts';
import { LTC_FILE } from './utxo-payment-rig.ts';

const COMMANDS = path.resolve(import.meta.dirname, '../src/commands');
export const PARTS = ['server', 'payer', 'signer'] as const;
export type Part = (typeof PARTS)[number];

/** The signer goes by the clock, and TRON in tests by its blocks: it stays that far behind. */
const TRON_BEHIND_SECONDS = 2_400;
const TRON_LIFETIME_SECONDS = 3_600;

interface Nodes {
  readonly node: Anvil;
  readonly token: Token;
  readonly litecoin: Litecoin;
  readonly gateway: TronGateway;
  readonly tronToken: Token;
}

export class ChainProcesses {
  readonly node: Anvil;
  readonly litecoin: Litecoin;
  readonly token: Token;
  readonly gateway: TronGateway;
  /** On TRON. */
  readonly tronToken: Token;
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-processes-'));
  /** Of Ethereum-like chains. */
  key = '';
  #litecoinKey = '';
  tronKey = '';
  readonly #children = new Map<Part, ChildProcess>();
  #lines: AsyncIterator<string> | null = null;
  kills = 0;

  private constructor({ node, token, litecoin, gateway, tronToken }: Nodes) {
    this.node = node;
    this.litecoin = litecoin;
    this.token = token;
    this.gateway = gateway;
    this.tronToken = tronToken;
  }

  static async begin(): Promise<ChainProcesses> {
    const node = await Anvil.start();
    const token = await node.deployToken();
    const tron = await Anvil.start(Math.floor(Date.now() / 1_000) - TRON_BEHIND_SECONDS);
    const tronToken = await tron.deployToken();
    const [litecoin, gateway] = [await Litecoin.start(), await TronGateway.open(tron)];
    const all = new ChainProcesses({ node, token, litecoin, gateway, tronToken });
    const { code, text } = await all.operate(['wallet.ts', 'create']);
    assert.equal(code, 0, text);
    all.key = /CHAIN_XPUB_EVM=(\S+)/.exec(text)?.[1] ?? '';
    all.#litecoinKey = /CHAIN_XPUB_LTC=(\S+)/.exec(text)?.[1] ?? '';
    all.tronKey = /CHAIN_XPUB_TRON=(\S+)/.exec(text)?.[1] ?? '';
    const terms = { [CHAIN]: anvilTerms(all.token.address), LTC: LTC_FILE, TRC20: all.#tronFile };
    fs.writeFileSync(all.#termsFile, JSON.stringify(terms));
    all.giveRules();
    // What is compared is a final block, which was followed.
    await gateway.chain.mine(TRON_FINAL);
    for (const part of PARTS) await all.start(part);
    await gateway.chain.mine(TRON_FINAL);
    await all.ask('follow');
    return all;
  }

  /** The signer's own copy of the terms. */
  giveRules(): void {
    fs.copyFileSync(this.#termsFile, path.join(this.signerDir, 'rules.json'));
  }

  get #tronFile() {
    return tronFileOf(this.tronToken, TRON_LIFETIME_SECONDS);
  }

  get dataDir(): string {
    return path.join(this.folder, 'data');
  }

  get signerDir(): string {
    return path.join(this.folder, 'signer');
  }

  get #termsFile(): string {
    return path.join(this.folder, 'terms.json');
  }

  async start(part: Part): Promise<void> {
    const child = part === 'server' ? this.#spawnServer() : this.#spawnCommand(`chain-${part}.ts`);
    this.#children.set(part, child);
    const lines = readline.createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const first = await lines.next();
    assert.ok(first.done !== true, `the ${part} did not start`);
    if (part === 'server') this.#lines = lines;
  }

  #spawnServer(): ChildProcess {
    const { chainKeys, chainNodes, walletTerms, ...rest } = anvilConfig({
      key: this.key,
      url: this.node.url,
      token: this.token.address,
    });
    const config = {
      ...rest,
      chainKeys: { ...chainKeys, LTC: this.#litecoinKey, TRON: this.tronKey },
      chainNodes: { ...chainNodes, LTC: [this.litecoin.url], TRC20: [`${this.gateway.url}/jsonrpc`] },
      chainHttp: { TRC20: [this.gateway.url] },
      walletTerms: {
        ...walletTerms,
        LTC: utxoTermsIn('LTC', LTC_FILE),
        TRC20: tronTermsIn(this.#tronFile),
      },
    };
    const given = JSON.stringify({ dataDir: this.dataDir, config });
    return spawn(process.execPath, [path.join(import.meta.dirname, 'chain-server.ts')], {
      env: { ...process.env, CHAIN_SERVER: given },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  #spawnCommand(file: string): ChildProcess {
    return spawn(process.execPath, [path.join(COMMANDS, file)], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DATA_DIR: this.dataDir,
      WALLET_TERMS: this.#termsFile,
      CHAIN_XPUB_EVM: this.key,
      CHAIN_NODES_ERC20: this.node.url,
      CHAIN_XPUB_LTC: this.#litecoinKey,
      CHAIN_NODES_LTC: this.litecoin.url,
      CHAIN_XPUB_TRON: this.tronKey,
      CHAIN_NODES_TRC20: `${this.gateway.url}/jsonrpc`,
      SIGNER_DIR: this.signerDir,
      PAYER_PASS_MS: '100',
      // What dies is missed by the others, who say so.
      LOG_LEVEL: 'silent',
    };
  }

  async ask<T>(act: string, input: unknown = null): Promise<T> {
    this.#children.get('server')!.stdin!.write(`${JSON.stringify([act, input])}\n`);
    const { value, done } = await this.#lines!.next();
    assert.ok(done !== true, 'the server has ended');
    return JSON.parse(value) as T;
  }

  async submit(command: Command): Promise<number> {
    const { error, id } = await this.ask<{ error: string | null; id: number }>('submit', command);
    assert.equal(error, null, JSON.stringify(command));
    return id;
  }

  /** Kills without any warning, and starts it again. */
  async kill(part: Part): Promise<void> {
    await this.end(part, 'SIGKILL');
    this.kills++;
    await this.start(part);
  }

  async end(part: Part, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#children.get(part);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    for (const part of PARTS.toReversed()) await this.end(part, 'SIGKILL');
    await this.node.stop();
    await this.litecoin.stop();
    await this.gateway.close();
    await this.gateway.chain.node.stop();
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** An operating command on the machine, with its input: its exit code, and what it prints. */
  async operate(
    [file = '', ...args]: readonly string[],
    input = '',
  ): Promise<{ readonly code: number; readonly text: string }> {
    const child = spawn(process.execPath, [path.join(COMMANDS, file), ...args], {
      env: this.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return { code, text };
  }
}
