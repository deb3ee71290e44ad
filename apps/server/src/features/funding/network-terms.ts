/**
 * The terms of a coin on a network that operators set while the platform runs. Every version stays,
 * among those of the parameters (R16.5). Fee and bounds of withdrawals are terms of the core: their
 * version is written first, then the core gets them, and what a crash leaves undone is done within
 * a minute. Whether a coin is open for deposits or withdrawals is asked here at each request.
 */
import type { ChainCoinChanged } from '@glasshouse/core';
import { formatDecimal, MAX_UNITS, parseDecimal } from '@glasshouse/money';
import { isRefusal } from '@glasshouse/protocol';
import { CHAIN_NUMBERS, CHAIN_TERMS, type ChainName } from '@glasshouse/protocol/funding';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { KeyedMutex } from '../../http/keyed-mutex.ts';
import { isName } from './chain-amounts.ts';

export const NETWORK_FIELDS = {
  'withdrawal-fee': 'fee',
  'withdrawal-minimum': 'minAmount',
  'withdrawal-maximum': 'maxAmount',
  withdrawals: null,
  deposits: null,
} as const;
export type NetworkField = keyof typeof NETWORK_FIELDS;
export type Direction = 'withdrawals' | 'deposits';

export interface NetworkTerm {
  readonly coin: string;
  readonly network: string;
  readonly field: NetworkField;
  readonly value: string;
}
/** As it was typed. */
export type NetworkChange = Readonly<Record<'coin' | 'network' | 'field' | 'value' | 'operator', string>>;

const OPEN = 'open';
const CLOSED = 'closed';
/** As the core bounds them. */
const UNITS_MAX = Math.floor(MAX_UNITS / 4);
const FIELDS = Object.keys(NETWORK_FIELDS) as NetworkField[];
const isField = (text: string): text is NetworkField => Object.hasOwn(NETWORK_FIELDS, text);
const nameOf = (network: string, coin: string, field: NetworkField): string =>
  `network.${network}.${coin}.${field}`;

type Parts = Pick<Ports, 'catalogue' | 'sequencer' | 'parameters' | 'log'>;
type WithdrawalBounds = Pick<ChainCoinChanged, 'fee' | 'minAmount' | 'maxAmount'>;
interface Known {
  readonly coin: string;
  readonly network: ChainName;
  readonly decimals: number;
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
    return this.#parts.parameters.lastSet(nameOf(network, coin, direction)) !== CLOSED;
  }

  list(): NetworkTerm[] {
    return this.#all().flatMap((known) =>
      FIELDS.filter((field) => field !== 'deposits' || isWatched(known)).map((field) => ({
        coin: known.coin,
        network: known.network,
        field,
        value: this.#valueOf(known, field),
      })),
    );
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
    const { parameters, log } = this.#parts;
    const version = await parameters.record(nameOf(network, coin, field), value, operator);
    log.warn({ ...asked, version }, 'an operator has set a term of a network');
    const missing = await this.#apply(known);
    return missing === null
      ? null
      : `version ${version} is written, and not in force yet (${missing}): the server tries again each minute`;
  }

  /** Brings into force what a crash has left undone. */
  async settle(): Promise<void> {
    await this.#work.run('terms', async () => {
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
          term === null ? undefined : this.#parts.parameters.lastSet(nameOf(network, coin, field));
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

  #valueOf({ coin, network, decimals, there }: Known, field: NetworkField): string {
    const term = NETWORK_FIELDS[field];
    if (term !== null) return formatDecimal(there[term], decimals);
    return this.isOpen(network, coin, field as Direction) ? OPEN : CLOSED;
  }

  #all(): Known[] {
    const { catalogue } = this.#parts;
    return (Object.keys(CHAIN_TERMS) as ChainName[]).flatMap((network) =>
      CHAIN_TERMS[network].coins.flatMap(({ coin }) => {
        const asset = catalogue.asset(coin);
        const there =
          asset && catalogue.exchange.features.funding.coins.find(CHAIN_NUMBERS[network], asset.asset);
        return there === undefined || asset === undefined
          ? []
          : [{ coin, network, decimals: asset.decimals, there }];
      }),
    );
  }
}

const nameOnly = ({ coin, network }: Known) => ({ coin, network });
/** Deposits of others come by voucher. */
const isWatched = ({ network }: Known): boolean => isName(network) && CHAIN_TERMS[network].family !== null;

function unitsIn(value: string, decimals: number): number | null {
  const units = parseDecimal(value, decimals);
  return typeof units === 'number' && units <= UNITS_MAX ? units : null;
}

/** Why a value cannot be set beside those that are in force; null if it can. */
function problemOf(known: Known, field: NetworkField, value: string): string | null {
  const { coin, network, decimals, there } = known;
  const term = NETWORK_FIELDS[field];
  if (term === null) {
    if (field === 'deposits' && !isWatched(known))
      return `nobody watches ${network}: its deposits come by voucher`;
    return value === OPEN || value === CLOSED ? null : `${field} takes '${OPEN}' or '${CLOSED}'`;
  }
  const units = unitsIn(value, decimals);
  if (units === null) return `${field} takes an amount of ${coin} with at most ${decimals} decimals`;
  const bounds: WithdrawalBounds = { ...there, [term]: units };
  const { fee, minAmount, maxAmount } = bounds;
  const text = (of: number): string => `${formatDecimal(of, decimals)} ${coin}`;
  if (minAmount < 1) return 'the minimum is above 0';
  if (minAmount > maxAmount)
    return `the minimum ${text(minAmount)} would be above the maximum ${text(maxAmount)}`;
  return fee > minAmount ? `the fee ${text(fee)} would be above the minimum ${text(minAmount)}` : null;
}
