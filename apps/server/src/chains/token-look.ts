/**
 * Asks the nodes of a chain about the contract of a token that an operator wants to list. More than
 * half of them must tell the same.
 */
import { NodesDisagree, NodesSilent, type BlockSource, type TokenFacts } from '@glasshouse/chains';
import type { Chain } from '@glasshouse/protocol/wallet';
import { checkAddress } from '@glasshouse/protocol/wallet/address-formats';
import type { Config } from '../config.ts';
import type { ChainDescription, ListableToken } from '../contract/chain-parts.ts';
import { knownContracts, walletProblem } from './node-sources.ts';

interface LookParts {
  readonly config: Pick<Config, 'mode' | 'walletTerms'>;
  /** Undefined if there is no such chain. */
  readonly description: ChainDescription | undefined;
  /** Of the chain's nodes; undefined if nobody watches it. */
  readonly source: Pick<BlockSource, 'tokenAt'> | undefined;
}

type Asked = { readonly coin: string; readonly contract: string };
interface Refused {
  readonly refused: string;
}

/** Families of chains with contracts. */
const WITH_CONTRACTS: ReadonlySet<string> = new Set(['EVM', 'TRON']);

export async function lookAtToken(parts: LookParts, asked: Asked): Promise<ListableToken | Refused> {
  const { description, source, config } = parts;
  if (description === undefined) return { refused: 'there is no such network' };
  const { chain } = description;
  const refused = whyNobodyTells(parts, description) ?? contractProblem(parts, description, asked);
  if (refused !== null) return { refused };
  const facts = await factsOf(source!, chain, asked.contract);
  if (facts === null) return { refused: `there is no contract at ${asked.contract} on ${chain}` };
  if ('refused' in facts) return facts;
  const { decimals, symbol } = facts;
  if (decimals === null)
    return { refused: `the contract ${asked.contract} tells no decimals: it is no token` };
  const wrong = walletProblem(chain, config.walletTerms[chain], { ...asked, decimals });
  return wrong === null ? { decimals, symbol } : { refused: wrong };
}

/** Why nobody can be asked; null if somebody can. */
function whyNobodyTells({ config, source }: LookParts, { chain, family }: ChainDescription): string | null {
  if (family === null) return `nobody watches ${chain}: its deposits come by voucher`;
  if (!WITH_CONTRACTS.has(family)) return `${chain} has no contracts`;
  if (config.mode === 'demo') return `${chain} is simulated in a demo: it has no contracts`;
  return source?.tokenAt === undefined
    ? `${chain} has no nodes: CHAIN_NODES_${chain} and CHAIN_XPUB_${family} name them`
    : null;
}

function contractProblem(
  { config }: LookParts,
  description: ChainDescription,
  { coin, contract }: Asked,
): string | null {
  const { chain } = description;
  if (checkAddress(chain as Chain, contract) !== 'holds')
    return `${contract} is no address of ${chain} with its checksum`;
  const known = Object.entries(knownContracts(description, config.walletTerms[chain]));
  const other = known.find(
    ([address, name]) => address.toLowerCase() === contract.toLowerCase() && name !== coin,
  );
  return other === undefined ? null : `${contract} is ${other[1]} on ${chain}`;
}

async function factsOf(
  source: Pick<BlockSource, 'tokenAt'>,
  chain: string,
  contract: string,
): Promise<TokenFacts | Refused | null> {
  try {
    return (await source.tokenAt?.(contract)) ?? null;
  } catch (error) {
    if (error instanceof NodesSilent || error instanceof NodesDisagree)
      return { refused: `the nodes of ${chain} could not tell: ${error.message}` };
    throw error;
  }
}
