/**
 * The terms of networks, and of coins on them, that operators set while the platform runs. Every
 * version stays, among those of the parameters (R16.5). Fee and bounds of withdrawals are terms of
 * the core: their version is written first, then the core gets them, and what a crash leaves undone
 * is done within a minute. Confirmations and the smallest deposit are told by the book of networks.
 * Whether a coin is open for deposits or withdrawals is asked here at each request.
 */
import type { ChainCoinChanged } from '@glasshouse/core';
import { formatDecimal, MAX_UNITS, parseDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import type { ChainCoin, ChainDescription } from '../../contract/chain-parts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { isName } from './chain-amounts.ts';
import {
  CONFIRMATIONS,
  CONFIRMATIONS_RANGE,
  confirmationsIn,
  MINIMUM_DEPOSIT,
  ofCoin,
  ofNetwork,
} from './network-book.ts';

const NETWORK_FIELDS = {
  'minimum-deposit': null,
  'withdrawal-fee': 'fee',
  'withdrawal-minimum': 'minAmount',
  'withdrawal-maximum': 'maxAmount',
  withdrawals: null,
  deposits: null,
} as const;
export type NetworkField = keyof typeof NETWORK_FIELDS;
export type Direction = 'withdrawals' | 'deposits';

export interface NetworkTerm {
  /** '' for a term of the network itself. */
  readonly coin: string;
  readonly network: string;
  readonly field: NetworkField | typeof CONFIRMATIONS | 'contract';
  readonly value: string;
}
/** As it was typed. */
export type NetworkChange = Readonly<Record<'coin' | 'network' | 'field' | 'value' | 'operator', string>>;
export type ConfirmationsChange = Readonly<Record<'network' | 'value' | 'operator', string>>;

const OPEN = 'open';
const CLOSED = 'closed';
/** As the core bounds them. */
const UNITS_MAX = Math.floor(MAX_UNITS / 4);
const FIELDS = Object.keys(NETWORK_FIELDS) as NetworkField[];
const isField = (text: string): text is NetworkField => Object.hasOwn(NETWORK_FIELDS, text);

type Parts = Pick<Ports, 'catalogue' | 'networks' | 'sequencer' | 'parameters' | 'log'>;
type WithdrawalBounds = Pick<ChainCoinChanged, 'fee' | 'minAmount' | 'maxAmount'>;
interface Known {
  readonly coin: string;
  readonly network: string;
  /** Of the ledger's unit. */
  readonly decimals: number;
  readonly on: ChainDescription;
  readonly terms: ChainCoin;
  readonly there: Omit<ChainCoinChanged, 'type'>;
}

export class NetworkTerms {
  readonly #parts: Parts;
  /** Serialises changes, so that the later of two versions is in force. */
  readonly #work = new KeyedMutex();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What comes in or is asked for later; what is under way goes on. */
  isOpen(network: string, coin: string, direction: Direction): boolean {
    return this.#parts.parameters.lastSet(ofCoin(network, coin, direction)) !== CLOSED;
  }

  list(): NetworkTerm[] {
    const ofNetworks = this.#parts.networks.all.flatMap(
      ({ chain: network, family, confirmations }): NetworkTerm[] =>
        family === null ? [] : [{ coin: '', network, field: CONFIRMATIONS, value: String(confirmations) }],
    );
    const ofCoins = this.#all().flatMap((known): NetworkTerm[] => {
      const { coin, network, terms } = known;
      const termOf = (field: NetworkTerm['field'], value: string): NetworkTerm => ({
        coin,
        network,
        field,
        value,
      });
      return [
        ...(terms.contract === null ? [] : [termOf('contract', terms.contract)]),
        ...FIELDS.filter((field) => field !== 'deposits' || isWatched(known)).map((field) =>
          termOf(field, this.#valueOf(known, field)),
        ),
      ];
    });
    return [...ofNetworks, ...ofCoins];
  }

  /** What is wrong; null if deposits that are seen from now on need so many blocks. */
  async setConfirmations({ network, value, operator }: ConfirmationsChange): Promise<string | null> {
    const { networks, parameters, log } = this.#parts;
    const family = networks.find(network)?.family;
    if (family === undefined) return `there is no network ${network}`;
    if (family === null) return `nobody watches ${network}: its deposits come by voucher`;
    const count = confirmationsIn(value);
    if (count === null) return `confirmations are a number from ${CONFIRMATIONS_RANGE.join(' to ')}`;
    const done = await this.#work.run('terms', async () => {
      const version = await parameters.record(ofNetwork(network, CONFIRMATIONS), String(count), operator);
      log.warn(
        { network, confirmations: count, operator, version },
        'an operator has set a term of a network',
      );
      await networks.refresh();
      return null;
    });
    return isRefusal(done) ? done.error : done;
  }

  /** What is wrong; null if the value is in force now. */
  async set(asked: NetworkChange): Promise<string | null> {
    const done = await this.#work.run('terms', () => this.#set(asked));
    return isRefusal(done) ? done.error : done;
  }

  async #set(asked: NetworkChange): Promise<string | null> {
    const { coin, network, field, value, operator } = asked;
    const known = this.#all().find((one) => one.coin === coin && one.network === network);
    if (known === undefined) return `${coin} is not on a network ${network}`;
    if (!isField(field)) return `${field} is none of ${FIELDS.join(', ')}`;
    const problem = problemOf(known, field, value);
    if (problem !== null) return problem;
    const { networks, parameters, log } = this.#parts;
    const version = await parameters.record(ofCoin(network, coin, field), value, operator);
    log.warn({ ...asked, version }, 'an operator has set a term of a network');
    if (field === MINIMUM_DEPOSIT) await networks.refresh();
    const missing = await this.#apply(known);
    return missing === null
      ? null
      : `version ${version} is written, and not in force yet (${missing}): the server tries again each minute`;
  }

  /** Brings into force what a crash has left undone. */
  async settle(): Promise<void> {
    await this.#work.run('terms', async () => {
      await this.#parts.networks.refresh();
      for (const known of this.#all()) {
        const error = await this.#apply(known);
        if (error !== null)
          this.#parts.log.error({ ...nameOnly(known), error }, 'terms of a network are not in force');
      }
    });
  }

  async #apply(known: Known): Promise<string | null> {
    const { there, decimals, network, coin } = known;
    const set = Object.fromEntries(
      FIELDS.flatMap((field) => {
        const term = NETWORK_FIELDS[field];
        const value =
          term === null ? undefined : this.#parts.parameters.lastSet(ofCoin(network, coin, field));
        return term === null || value === undefined ? [] : [[term, unitsIn(value, decimals) ?? there[term]]];
      }),
    ) as Partial<WithdrawalBounds>;
    const { chain, asset, restDecimals, costAsset, fee, minAmount, maxAmount } = there;
    const now = {
      type: 'define-chain-coin',
      chain,
      asset,
      restDecimals,
      costAsset,
      fee,
      minAmount,
      maxAmount,
    } as const;
    const wanted = { ...now, ...set };
    const isSame = wanted.fee === fee && wanted.minAmount === minAmount && wanted.maxAmount === maxAmount;
    if (isSame) return null;
    return (await this.#parts.sequencer.submit(wanted, { owner: PLATFORM_OWNER })).error;
  }

  #valueOf({ coin, network, decimals, terms, there }: Known, field: NetworkField): string {
    const term = NETWORK_FIELDS[field];
    if (term !== null) return formatDecimal(there[term], decimals);
    if (field === MINIMUM_DEPOSIT) return terms.minDeposit;
    return this.isOpen(network, coin, field as Direction) ? OPEN : CLOSED;
  }

  #all(): Known[] {
    const { catalogue, networks } = this.#parts;
    const { coins } = catalogue.exchange.features.funding;
    return networks.all.flatMap((on) =>
      on.coins.flatMap((terms) => {
        const { coin, asset, ledgerDecimals: decimals } = terms;
        const { chain: network } = on;
        const there = isName(network) ? coins.find(CHAIN_NUMBERS[network], asset) : undefined;
        return there === undefined ? [] : [{ coin, network, decimals, on, terms, there }];
      }),
    );
  }
}

const nameOnly = ({ coin, network }: Known) => ({ coin, network });
/** Deposits of others come by voucher. */
const isWatched = ({ on }: Known): boolean => on.family !== null;

/** Units of an amount as the core bounds them; null if the text is none. */
export function unitsIn(value: string, decimals: number): number | null {
  const units = parseDecimal(value, decimals);
  return typeof units === 'number' && units <= UNITS_MAX ? units : null;
}

/** Why a value cannot be set beside those that are in force; null if it can. */
function problemOf(known: Known, field: NetworkField, value: string): string | null {
  const { coin, network, decimals, there } = known;
  const term = NETWORK_FIELDS[field];
  if (field === MINIMUM_DEPOSIT) {
    const least = unitsIn(value, decimals);
    return least === null || least < 1
      ? `${field} takes an amount of ${coin} above 0 with at most ${decimals} decimals`
      : null;
  }
  if (term === null) {
    if (field === 'deposits' && !isWatched(known))
      return `nobody watches ${network}: its deposits come by voucher`;
    return value === OPEN || value === CLOSED ? null : `${field} takes '${OPEN}' or '${CLOSED}'`;
  }
  const units = unitsIn(value, decimals);
  if (units === null) return `${field} takes an amount of ${coin} with at most ${decimals} decimals`;
  return boundsProblem({ ...there, [term]: units }, { coin, decimals });
}

/** Why fee and bounds of withdrawals do not fit together; null if they do. */
export function boundsProblem(
  { fee, minAmount, maxAmount }: WithdrawalBounds,
  { coin, decimals }: { readonly coin: string; readonly decimals: number },
): string | null {
  const text = (of: number): string => `${formatDecimal(of, decimals)} ${coin}`;
  if (minAmount < 1) return 'the minimum is above 0';
  if (minAmount > maxAmount)
    return `the minimum ${text(minAmount)} would be above the maximum ${text(maxAmount)}`;
  return fee > minAmount ? `the fee ${text(fee)} would be above the minimum ${text(minAmount)}` : null;
}
