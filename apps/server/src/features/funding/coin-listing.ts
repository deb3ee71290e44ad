/**
 * Coins that an operator lists on a network while the platform runs (D0048). The contract is asked
 * of the network's nodes; the act is written, then the core counts the coin there. What a crash
 * leaves undone is done within a minute.
 */
import { REST_DECIMALS_MAX, type DefineChainCoin } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { CHAIN_NUMBERS, CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { Selectable } from 'kysely';
import type { ListableToken } from '../../contract/chain-parts.ts';
import type { ActPlan, Doer, EffectWords } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { isName } from './chain-amounts.ts';
import {
  amountIn,
  boundsProblem,
  COIN_TERM_NAMES,
  COIN_TERMS,
  unitsIn,
  type CoinTerm,
} from './network-terms.ts';
import type { NetworkCoinsTable } from './tables.ts';

/** As it was typed. */
export type AskedListing = Readonly<Record<'coin' | 'network' | 'contract' | CoinTerm, string>> & {
  /** What the contract calls itself, which an operator confirms if it is not the coin's code. */
  readonly symbol?: string | undefined;
};

interface Plan {
  readonly row: Omit<Selectable<NetworkCoinsTable>, 'listing' | 'operator' | 'time_ms'>;
  readonly effect: readonly EffectWords[];
}
type Parts = Pick<Ports, 'catalogue' | 'chains' | 'database' | 'log' | 'networks' | 'sequencer'>;

const SHOWN_MAX = 40;
/** A contract can call itself anything. */
const shown = (symbol: string): string => JSON.stringify(symbol.slice(0, SHOWN_MAX));

export class CoinListing {
  readonly #parts: Parts;
  readonly #work = new KeyedMutex();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async plan(asked: AskedListing): Promise<ActPlan | Refusal> {
    const plan = await this.#planOf(asked);
    if (isRefusal(plan)) return plan;
    return {
      subject: `coin ${asked.coin} on ${asked.network}`,
      effect: plan.effect,
      run: (by) => this.#work.run('listing', () => this.#list(asked, by)),
    };
  }

  /** The nodes are asked again: others may have listed something meanwhile. */
  async #list(asked: AskedListing, { operator }: Doer): Promise<Refusal | null> {
    const plan = await this.#planOf(asked);
    if (isRefusal(plan)) return plan;
    const { database, sequencer } = this.#parts;
    const time_ms = sequencer.nowMs();
    await database.kysely
      .insertInto('network_coins')
      .values({ ...plan.row, operator, time_ms })
      .execute();
    return (await this.#define(plan.row)) === null ? null : { error: 'operators/not-in-force' };
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

  async #planOf(asked: AskedListing): Promise<Plan | Refusal> {
    const { coin, network, contract } = asked;
    const { catalogue, chains } = this.#parts;
    const known = catalogue.asset(coin);
    if (known === undefined) return invalidField('coin', 'not a coin of the platform: list it first');
    if (!isName(network)) return invalidField('network', 'not a network');
    const there = await this.#whyThere({ coin, network, contract });
    if (there !== null) return there;
    const terms = termsIn(asked, { coin, decimals: known.decimals });
    if (isRefusal(terms)) return terms;
    const token = await chains.tokenAt(network, { coin, contract });
    if ('refused' in token) return invalidField('contract', token.refused);
    const wrong = tokenProblem(asked, token, known.decimals);
    if (wrong !== null) return wrong;
    return {
      row: {
        network,
        coin,
        contract,
        ...token,
        min_deposit: terms.minimumDeposit,
        withdrawal_fee: terms.withdrawalFee,
        min_withdrawal: terms.withdrawalMinimum,
        max_withdrawal: terms.withdrawalMaximum,
      },
      effect: [
        { what: { en: 'Contract', zh: '合约' }, before: null, after: contract },
        {
          what: { en: 'The contract calls itself', zh: '合约自称' },
          before: null,
          after: shown(token.symbol),
        },
        {
          what: { en: 'Decimals', zh: '小数位数' },
          before: null,
          after: {
            en: `${token.decimals} decimals on ${network}, ${known.decimals} in the ledger`,
            zh: `${network} 上 ${token.decimals} 位，账本 ${known.decimals} 位`,
          },
        },
        ...COIN_TERM_NAMES.map((name) => ({
          what: COIN_TERMS[name].words,
          before: null,
          after: `${terms[name]} ${coin}`,
        })),
      ],
    };
  }

  /** Why coin or contract cannot be listed once more; null if they are new there. */
  async #whyThere({
    coin,
    network,
    contract,
  }: Pick<AskedListing, 'coin' | 'contract'> & { readonly network: ChainName }): Promise<Refusal | null> {
    const { networks, database } = this.#parts;
    if (networks.coin(network, coin) !== undefined) return invalidField('coin', 'is on this network already');
    const rows = await database.reads
      .selectFrom('network_coins')
      .select(['coin', 'contract'])
      .where('network', '=', network)
      .execute();
    const same = rows.find((row) => row.contract === contract);
    if (same !== undefined) return invalidField('contract', `is ${same.coin} on this network`);
    return rows.some((row) => row.coin === coin)
      ? invalidField('coin', 'is listed on this network, and in force within a minute')
      : null;
  }
}

/** The terms in one spelling. */
function termsIn(
  asked: AskedListing,
  of: { readonly coin: string; readonly decimals: number },
): Readonly<Record<CoinTerm, string>> | Refusal {
  const units: Partial<Record<CoinTerm, number>> = {};
  for (const name of COIN_TERM_NAMES) {
    const read = unitsIn(asked[name], of.decimals);
    if (read === null) return invalidField(name, amountIn(of));
    units[name] = read;
  }
  const whole = units as Readonly<Record<CoinTerm, number>>;
  if (whole.minimumDeposit < 1) return invalidField('minimumDeposit', 'is not above 0');
  const wrong = boundsProblem(
    { fee: whole.withdrawalFee, minAmount: whole.withdrawalMinimum, maxAmount: whole.withdrawalMaximum },
    of,
  );
  if (wrong !== null) return wrong;
  const texts = COIN_TERM_NAMES.map((name) => [name, formatDecimal(whole[name], of.decimals)]);
  return Object.fromEntries(texts) as Record<CoinTerm, string>;
}

function tokenProblem(
  { coin, network, symbol }: AskedListing,
  token: ListableToken,
  ledgerDecimals: number,
): Refusal | null {
  const finer = token.decimals - ledgerDecimals;
  if (finer < 0 || finer > REST_DECIMALS_MAX)
    return invalidField(
      'contract',
      `${network} counts the token with ${token.decimals} decimals, ${coin} has ${ledgerDecimals}: the core counts from as many to ${REST_DECIMALS_MAX} more`,
    );
  const confirmed = symbol ?? coin;
  return token.symbol === confirmed
    ? null
    : invalidField(
        'symbol',
        `the contract calls itself ${shown(token.symbol)}, not ${shown(confirmed)}: confirm that if it is the right one`,
      );
}
