/**
 * The networks with their coins: those of the release, and what operators have listed (D0048) and
 * set (D0045) since. A coin is on a network from the moment that the core counts it there.
 */
import { parseDecimal } from '@glasshouse/money';
import { CHAIN_NUMBERS, CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { ChainCoin, ChainDescription, Networks } from '../../contract/chain-parts.ts';
import type { Database } from '../../db/database.ts';
import type { NetworkCoinsTable } from './tables.ts';

/** The names of versions among the parameters: of a network, and of a coin there. */
export const ofNetwork = (network: string, field: string): string => `network.${network}.${field}`;
export const ofCoin = (network: string, coin: string, field: string): string =>
  ofNetwork(network, `${coin}.${field}`);

export const CONFIRMATIONS = 'confirmations' as const;
export const MINIMUM_DEPOSIT = 'minimum-deposit';
/** A deposit must be seen in one block before it is credited in another, and stay remembered. */
export const CONFIRMATIONS_RANGE = [2, 250] as const;

/** Null: no number of confirmations. */
export function confirmationsIn(text: string): number | null {
  const [least, most] = CONFIRMATIONS_RANGE;
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= least && count <= most ? count : null;
}

interface BookParts {
  readonly database: Pick<Database, 'reads'>;
  readonly catalogue: Catalogue;
}

export type ListedCoin = Pick<NetworkCoinsTable, 'coin' | 'decimals' | 'contract' | 'min_deposit'> & {
  readonly network: string;
};

export class NetworkBook implements Networks {
  readonly #parts: BookParts;
  #listed: readonly ListedCoin[] = [];
  /** The last version of each term. */
  #set: ReadonlyMap<string, string> = new Map();
  readonly all: readonly ChainDescription[];

  private constructor(parts: BookParts) {
    this.#parts = parts;
    this.all = (Object.keys(CHAIN_TERMS) as ChainName[]).map((chain) => this.#describe(chain));
  }

  static async open(parts: BookParts): Promise<NetworkBook> {
    const book = new NetworkBook(parts);
    await book.refresh();
    return book;
  }

  find(chain: string): ChainDescription | undefined {
    return this.all.find((one) => one.chain === chain);
  }

  coin(chain: string, coin: string): ChainCoin | undefined {
    return this.find(chain)?.coins.find((one) => one.coin === coin);
  }

  async refresh(): Promise<void> {
    const { reads } = this.#parts.database;
    const listed = await reads
      .selectFrom('network_coins')
      .select(['network', 'coin', 'decimals', 'contract', 'min_deposit'])
      .orderBy('listing')
      .execute();
    const set = await reads
      .selectFrom('parameters')
      .distinctOn('name')
      .select(['name', 'value'])
      .where('name', 'like', ofNetwork('%', '%'))
      .orderBy('name')
      .orderBy('version', 'desc')
      .execute();
    this.#listed = listed;
    this.#set = new Map(set.map(({ name, value }) => [name, value]));
  }

  /** Its coins and numbers are read at each look, because operators change them. */
  #describe(chain: ChainName): ChainDescription {
    const confirmations = (): number => this.#confirmationsOf(chain);
    const coins = (): readonly ChainCoin[] => this.#coinsOf(chain);
    return {
      chain,
      family: CHAIN_TERMS[chain].family,
      get confirmations() {
        return confirmations();
      },
      get coins() {
        return coins();
      },
    };
  }

  #confirmationsOf(chain: ChainName): number {
    const set = this.#set.get(ofNetwork(chain, CONFIRMATIONS));
    return (set === undefined ? null : confirmationsIn(set)) ?? CHAIN_TERMS[chain].confirmations;
  }

  #coinsOf(chain: ChainName): readonly ChainCoin[] {
    const { coins } = CHAIN_TERMS[chain];
    const listed = this.#listed
      .filter(({ network, coin }) => network === chain && !coins.some((one) => one.coin === coin))
      .map(({ coin, decimals, contract, min_deposit: minDeposit }) => ({
        coin,
        decimals,
        contract,
        minDeposit,
      }));
    const released = coins.map(({ coin, decimals, minDeposit }) => ({
      coin,
      decimals,
      contract: null,
      minDeposit,
    }));
    return [...released, ...listed].flatMap((one) => this.#counted(chain, one));
  }

  #counted(
    chain: ChainName,
    one: Pick<ChainCoin, 'coin' | 'decimals' | 'contract' | 'minDeposit'>,
  ): readonly ChainCoin[] {
    const { catalogue } = this.#parts;
    const known = catalogue.asset(one.coin);
    if (known === undefined) return [];
    const { asset, decimals: ledgerDecimals } = known;
    if (catalogue.exchange.features.funding.coins.find(CHAIN_NUMBERS[chain], asset) === undefined) return [];
    const set = this.#set.get(ofCoin(chain, one.coin, MINIMUM_DEPOSIT));
    const isAmount = set !== undefined && typeof parseDecimal(set, ledgerDecimals) === 'number';
    return [{ ...one, minDeposit: isAmount ? set : one.minDeposit, asset, ledgerDecimals }];
  }
}
