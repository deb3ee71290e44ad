/** The nodes of chains: each answers, is of the right chain, and has caught up. */
import type { WatchedChain } from '@glasshouse/protocol/wallet';
import { byKind, type AllWalletTerms } from '../../chains/paying/wallet-terms.ts';
import { Findings, hidden, reasonOf, type Finding } from '../finding.ts';

const ANSWER_MS_MAX = 5_000;
const NODES_MIN = 3;
/** Of the main networks. */
const CHAIN_IDS: Readonly<Partial<Record<WatchedChain, number>>> = {
  ERC20: 1,
  BEP20: 56,
  TRC20: 728_126_428,
};
/** The hash of block 0 of the main networks, which names a chain of the Bitcoin family. */
const FIRST_BLOCKS: Readonly<Partial<Record<WatchedChain, string>>> = {
  BTC: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  LTC: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  DOGE: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
};

export interface ChainsToCheck {
  readonly nodes: Readonly<Record<string, readonly string[]>>;
  readonly terms: AllWalletTerms;
}

export async function checkChains({ nodes, terms }: ChainsToCheck): Promise<readonly Finding[]> {
  const checks = Object.entries(nodes)
    .filter(([, urls]) => urls.length > 0)
    .map(async ([chain, urls]) => {
      const findings = new Findings(chain);
      if (urls.length < NODES_MIN) findings.note(`${urls.length} nodes: name three of three operators`);
      const wanted = idIn(terms, chain) ?? CHAIN_IDS[chain as WatchedChain] ?? null;
      await Promise.all(urls.map(async (url) => checkNode({ chain, url, wanted }, findings)));
      return findings.all;
    });
  return (await Promise.all(checks)).flat();
}

function idIn(terms: AllWalletTerms, chain: string): number | null {
  const own = terms[chain];
  if (own === undefined) return null;
  return byKind<number | null>(own, { evm: ({ chainId }) => chainId, utxo: () => null, tron: () => null });
}

interface NodeToCheck {
  readonly chain: string;
  readonly url: string;
  /** Null: a chain of the Bitcoin family, which has no number. */
  readonly wanted: number | null;
}

async function checkNode({ chain, url, wanted }: NodeToCheck, findings: Findings): Promise<void> {
  const name = hidden(url);
  try {
    if (wanted === null) {
      const first = await ask<string>(url, 'getblockhash', [0]);
      const { blocks, initialblockdownload: isLoading } = await ask<BlockchainInfo>(url, 'getblockchaininfo');
      if (first !== FIRST_BLOCKS[chain as WatchedChain])
        findings.failed(`${name} is not on the main network of ${chain}`);
      else if (isLoading === true) findings.failed(`${name} still loads: block ${blocks}`);
      else findings.ok(`${name} is at block ${blocks}`);
      return;
    }
    const id = Number(await ask<string>(url, 'eth_chainId'));
    const block = Number(await ask<string>(url, 'eth_blockNumber'));
    if (id !== wanted) findings.failed(`${name} is of chain ${id}; it has to be ${wanted}`);
    else findings.ok(`${name} is of chain ${id}, at block ${block}`);
  } catch (error) {
    findings.failed(`${name} does not answer: ${reasonOf(error)}`);
  }
}

interface BlockchainInfo {
  readonly blocks: number;
  readonly initialblockdownload?: boolean;
}

async function ask<T>(address: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const url = new URL(address);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (url.username !== '') {
    const given = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(given).toString('base64')}`;
    [url.username, url.password] = ['', ''];
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  const answer = (await response.json()) as { result?: T | null; error?: { message?: string } | null };
  if (answer.error !== undefined && answer.error !== null)
    throw new Error(`${method}: ${answer.error.message ?? 'refused'}`);
  if (answer.result === undefined || answer.result === null) throw new Error(`${method}: no answer`);
  return answer.result;
}
