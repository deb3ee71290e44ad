/**
 * Coins that an operator lists on a network while the platform runs (D0048). The contract is asked
 * of the network's nodes; the act is noted in the log of operators, then written, then the core
 * counts the coin there. What a crash leaves undone is done within a minute.
 */
import { REST_DECIMALS_MAX, type DefineChainCoin } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import { CHAIN_NUMBERS, CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { Selectable } from 'kysely';
import type { ListableToken } from '../../contract/chain-parts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { isName } from './chain-amounts.ts';
import { boundsProblem, unitsIn } from './network-terms.ts';
import type { NetworkCoinsTable } from './tables.ts';

/** The first terms of a coin on a network, as options of the command name them. */
export const LISTING_TERMS = [
  'minimum-deposit',
  'withdrawal-fee',
  'withdrawal-minimum',
  'withdrawal-maximum',
] as const;
type ListingTerms<T> = Readonly<Record<(typeof LISTING_TERMS)[number], T>>;

/** As it was typed. */
export interface AskedListing {
  readonly coin: string;
  readonly network: string;
  readonly contract: string;
  readonly terms: Partial<ListingTerms<string>>;
  /** What the contract calls itself, which an operator confirms if it is not the coin's code. */
  readonly symbol: string | null;
}

export interface ListingAnswer {
  /** What was wrong; null if it is done, or could be. */
  readonly problem: string | null;
  /** What is done, line by line. */
  readonly summary: readonly string[];
}

interface Plan {
  readonly row: Omit<Selectable<NetworkCoinsTable>, 'listing' | 'operator' | 'time_ms'>;
  readonly summary: readonly string[];
}
type Parts = Pick<
  Ports,
  'catalogue' | 'chains' | 'database' | 'log' | 'networks' | 'operators' | 'sequencer'
>;

const SHOWN_MAX = 40;
/** A contract can call itself anything. */
const shown = (symbol: string): string => JSON.stringify(symbol.slice(0, SHOWN_MAX));

export class CoinListing {
  readonly #parts: Parts;
  readonly #work = new KeyedMutex();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What `list` would do. */
  async plan(asked: AskedListing): Promise<ListingAnswer> {
    const plan = await this.#planOf(asked);
    return typeof plan === 'string' ? problem(plan) : { problem: null, summary: plan.summary };
  }

  async list(asked: AskedListing, operator: string): Promise<ListingAnswer> {
    const done = await this.#work.run('listing', () => this.#list(asked, operator));
    return isRefusal(done) ? problem(done.error) : done;
  }

  async #list(asked: AskedListing, operator: string): Promise<ListingAnswer> {
    const plan = await this.#planOf(asked);
    if (typeof plan === 'string') return problem(plan);
    const { operators, database, sequencer, log } = this.#parts;
    const { row, summary } = plan;
    const subject = `coin ${row.coin} on ${row.network}`;
    await operators.record({
      operator,
      act: 'machine/networks-list-coin',
      subject,
      detail: summary.join('; '),
    });
    const time_ms = sequencer.nowMs();
    await database.kysely
      .insertInto('network_coins')
      .values({ ...row, operator, time_ms })
      .execute();
    log.warn({ ...asked, operator }, 'an operator has listed a coin on a network');
    const missing = await this.#define(row);
    return missing === null
      ? { problem: null, summary }
      : problem(`it is written, and not in force yet (${missing}): the server tries again each minute`);
  }

  /** Brings into force what a crash has left undone. */
  async settle(): Promise<void> {
    await this.#work.run('listing', async () => {
      const rows = await this.#parts.database.reads.selectFrom('network_coins').selectAll().execute();
      for (const row of rows) {
        const { network, coin } = row;
        const error = this.#isCounted(row) ? null : await this.#define(row);
        if (error !== null) this.#parts.log.error({ network, coin, error }, 'a listed coin is not in force');
      }
    });
  }

  #isCounted({ network, coin }: Plan['row']): boolean {
    const { catalogue } = this.#parts;
    const asset = catalogue.asset(coin)?.asset;
    const { coins } = catalogue.exchange.features.funding;
    return asset !== undefined && isName(network) && coins.find(CHAIN_NUMBERS[network], asset) !== undefined;
  }

  /** Has the core count the coin there. Returns its refusal, or null. */
  async #define(row: Plan['row']): Promise<string | null> {
    const { sequencer, networks } = this.#parts;
    const command = this.#commandOf(row);
    if (typeof command === 'string') return command;
    const { error } = await sequencer.submit(command, { owner: PLATFORM_OWNER });
    if (error === null) await networks.refresh();
    return error;
  }

  #commandOf(row: Plan['row']): DefineChainCoin | string {
    const { network, coin, decimals } = row;
    const { catalogue } = this.#parts;
    const known = catalogue.asset(coin);
    if (known === undefined || !isName(network)) return `${coin} on ${network} is unknown`;
    const units = (text: string): number => unitsIn(text, known.decimals) ?? 0;
    return {
      type: 'define-chain-coin',
      chain: CHAIN_NUMBERS[network],
      asset: known.asset,
      restDecimals: decimals - known.decimals,
      costAsset: catalogue.asset(CHAIN_TERMS[network].costCoin ?? coin)?.asset ?? known.asset,
      fee: units(row.withdrawal_fee),
      minAmount: units(row.min_withdrawal),
      maxAmount: units(row.max_withdrawal),
    };
  }

  async #planOf(asked: AskedListing): Promise<Plan | string> {
    const { coin, network, contract } = asked;
    const { catalogue, chains } = this.#parts;
    const known = catalogue.asset(coin);
    if (known === undefined) return `there is no coin ${coin}: 'npx glasshouse markets coin' lists it first`;
    if (!isName(network)) return `there is no network ${network}: ${Object.keys(CHAIN_NUMBERS).join(', ')}`;
    const there = await this.#whyThere({ coin, network, contract });
    if (there !== null) return there;
    const terms = termsIn(asked.terms, { coin, decimals: known.decimals });
    if (typeof terms === 'string') return terms;
    const token = await chains.tokenAt(network, { coin, contract });
    if ('refused' in token) return token.refused;
    const wrong = tokenProblem(asked, token, known.decimals);
    if (wrong !== null) return wrong;
    return {
      row: {
        network,
        coin,
        contract,
        ...token,
        min_deposit: terms['minimum-deposit'],
        withdrawal_fee: terms['withdrawal-fee'],
        min_withdrawal: terms['withdrawal-minimum'],
        max_withdrawal: terms['withdrawal-maximum'],
      },
      summary: [
        `the contract ${contract} calls itself ${shown(token.symbol)}`,
        `${token.decimals} decimals on ${network}, ${known.decimals} in the ledger`,
        ...LISTING_TERMS.map((name) => `${name} ${terms[name]} ${coin}`),
      ],
    };
  }

  /** Why coin or contract cannot be listed once more; null if they are new there. */
  async #whyThere({
    coin,
    network,
    contract,
  }: Pick<AskedListing, 'coin' | 'contract'> & { readonly network: ChainName }): Promise<string | null> {
    const { networks, database } = this.#parts;
    if (networks.coin(network, coin) !== undefined) return `${coin} is on ${network} already`;
    const rows = await database.reads
      .selectFrom('network_coins')
      .select(['coin', 'contract'])
      .where('network', '=', network)
      .execute();
    const same = rows.find((row) => row.contract === contract);
    if (same !== undefined) return `${contract} is ${same.coin} on ${network}`;
    return rows.some((row) => row.coin === coin)
      ? `${coin} is listed on ${network}, and in force within a minute`
      : null;
  }
}

const problem = (text: string): ListingAnswer => ({ problem: text, summary: [] });

/** The terms in one spelling, or what is wrong with them. */
function termsIn(
  given: Partial<ListingTerms<string>>,
  { coin, decimals }: { readonly coin: string; readonly decimals: number },
): ListingTerms<string> | string {
  const units: Partial<Record<keyof typeof given, number>> = {};
  for (const name of LISTING_TERMS) {
    const text = given[name];
    if (text === undefined) return `--${name} is missing`;
    const read = unitsIn(text, decimals);
    if (read === null) return `--${name} takes an amount of ${coin} with at most ${decimals} decimals`;
    units[name] = read;
  }
  const whole = units as ListingTerms<number>;
  if (whole['minimum-deposit'] < 1) return '--minimum-deposit is above 0';
  const bounds = {
    fee: whole['withdrawal-fee'],
    minAmount: whole['withdrawal-minimum'],
    maxAmount: whole['withdrawal-maximum'],
  };
  const wrong = boundsProblem(bounds, { coin, decimals });
  if (wrong !== null) return wrong;
  const texts = LISTING_TERMS.map((name) => [name, formatDecimal(whole[name], decimals)]);
  return Object.fromEntries(texts) as ListingTerms<string>;
}

function tokenProblem(
  { coin, network, symbol }: AskedListing,
  token: ListableToken,
  ledgerDecimals: number,
): string | null {
  const finer = token.decimals - ledgerDecimals;
  if (finer < 0 || finer > REST_DECIMALS_MAX)
    return `${network} counts the token with ${token.decimals} decimals, ${coin} has ${ledgerDecimals}: the core counts from as many to ${REST_DECIMALS_MAX} more`;
  const confirmed = symbol ?? coin;
  return token.symbol === confirmed
    ? null
    : `the contract calls itself ${shown(token.symbol)}, not ${shown(confirmed)}: if it is the right one, confirm that by --symbol`;
}
