/**
 * The terms of networks, and of coins on them, that operators set while the platform runs. Every
 * version stays, among those of the parameters (R16.5). Fee and bounds of withdrawals are terms of
 * the core: their version is written first, then the core gets them, and what a crash leaves undone
 * is done within a minute. Confirmations and the smallest deposit are told by the book of networks.
 * Whether a coin is open for deposits or withdrawals is asked here at each request.
 */
import type { ChainCoinChanged } from '@glasshouse/core';
import { formatDecimal, MAX_UNITS, parseDecimal } from '@glasshouse/money';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { CHAIN_NUMBERS } from '@glasshouse/protocol/funding';
import type { NetworkCoin, NetworkWay } from '@glasshouse/protocol/funding/networks-office';
import type { ChainCoin, ChainDescription } from '../../contract/chain-parts.ts';
import type { ActPlan, Doer, EffectWords, Words } from '../../contract/operator-acts.ts';
import type { Ports } from '../../contract/ports.ts';
import { PLATFORM_OWNER } from '../../contract/seeds.ts';
import { invalidField } from '../../http/invalid-input.ts';
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

/** By the field of its act: the parameter, the term of the core if it is one, and its words. */
export const COIN_TERMS = {
  minimumDeposit: {
    parameter: MINIMUM_DEPOSIT,
    core: null,
    words: { en: 'Smallest deposit', zh: '最低充值数量' },
  },
  withdrawalFee: { parameter: 'withdrawal-fee', core: 'fee', words: { en: 'Fee out', zh: '提现手续费' } },
  withdrawalMinimum: {
    parameter: 'withdrawal-minimum',
    core: 'minAmount',
    words: { en: 'Smallest withdrawal', zh: '最小提现数量' },
  },
  withdrawalMaximum: {
    parameter: 'withdrawal-maximum',
    core: 'maxAmount',
    words: { en: 'Largest withdrawal', zh: '最大提现数量' },
  },
} as const;
export type CoinTerm = keyof typeof COIN_TERMS;
export const COIN_TERM_NAMES = Object.keys(COIN_TERMS) as readonly CoinTerm[];
/** As they were typed; what is absent stays. */
export type AskedTerms = Readonly<Record<'coin' | 'network', string>> &
  Partial<Readonly<Record<CoinTerm, string | undefined>>>;
export interface AskedWay {
  readonly coin: string;
  readonly network: string;
  readonly way: NetworkWay;
}

const OPEN = 'open';
const CLOSED = 'closed';
const WAYS: Readonly<Record<NetworkWay, Words>> = {
  deposits: { en: 'Deposits', zh: '充值' },
  withdrawals: { en: 'Withdrawals', zh: '提现' },
};
const STATES = { open: { en: 'open', zh: '开放' }, closed: { en: 'closed', zh: '关闭' } } as const;
/** As the core bounds them. */
const UNITS_MAX = Math.floor(MAX_UNITS / 4);
export const BY_VOUCHER = 'nobody watches this network: its deposits come by voucher';

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
/** The units of each term that changes. */
type Changes = ReadonlyMap<CoinTerm, number>;

export class NetworkTerms {
  readonly #parts: Parts;
  /** Serialises changes, so that the later of two versions is in force. */
  readonly #work = new KeyedMutex();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What comes in or is asked for later; what is under way goes on. */
  isOpen(network: string, coin: string, way: NetworkWay): boolean {
    return this.#parts.parameters.lastSet(ofCoin(network, coin, way)) !== CLOSED;
  }

  list(): NetworkCoin[] {
    return this.#all().map((known) => {
      const { coin, network, on, terms } = known;
      return {
        coin,
        network,
        isWatched: isWatched(known),
        contract: terms.contract,
        deposits: this.isOpen(network, coin, 'deposits'),
        withdrawals: this.isOpen(network, coin, 'withdrawals'),
        minimumDeposit: valueOf(known, 'minimumDeposit'),
        withdrawalFee: valueOf(known, 'withdrawalFee'),
        withdrawalMinimum: valueOf(known, 'withdrawalMinimum'),
        withdrawalMaximum: valueOf(known, 'withdrawalMaximum'),
        confirmations: on.confirmations,
      };
    });
  }

  planWay(asked: AskedWay, isOpening: boolean): ActPlan | Refusal {
    const { way } = asked;
    const known = this.#find(asked);
    if (isRefusal(known)) return known;
    if (way === 'deposits' && !isWatched(known)) return invalidField('network', BY_VOUCHER);
    const { coin, network } = known;
    const before = this.isOpen(network, coin, way) ? OPEN : CLOSED;
    const after = isOpening ? OPEN : CLOSED;
    return {
      subject: subjectOf(known),
      effect: before === after ? [] : [{ what: WAYS[way], before: STATES[before], after: STATES[after] }],
      run: (by) =>
        this.#inTurn(async () => {
          await this.#parts.parameters.record(ofCoin(network, coin, way), after, by);
          return null;
        }),
    };
  }

  planTerms(asked: AskedTerms): ActPlan | Refusal {
    const known = this.#find(asked);
    if (isRefusal(known)) return known;
    const changes = changesOf(known, asked);
    if (isRefusal(changes)) return changes;
    return {
      subject: subjectOf(known),
      effect: effectOf(known, changes),
      run: (by) => this.#inTurn(() => this.#setTerms(asked, by)),
    };
  }

  planConfirmations(asked: { readonly network: string; readonly confirmations: string }): ActPlan | Refusal {
    const { networks, parameters } = this.#parts;
    const { network } = asked;
    const on = networks.find(network);
    if (on === undefined) return invalidField('network', 'not a network');
    if (on.family === null) return invalidField('network', BY_VOUCHER);
    const count = confirmationsIn(asked.confirmations);
    if (count === null) {
      const [least, most] = CONFIRMATIONS_RANGE;
      return invalidField('confirmations', `from ${least} to ${most}`);
    }
    const what = { en: 'Confirmations of deposits seen from now on', zh: '此后充值所需确认数' };
    const [before, after] = [String(on.confirmations), String(count)];
    return {
      subject: `network ${network}`,
      effect: before === after ? [] : [{ what, before, after }],
      run: (by) =>
        this.#inTurn(async () => {
          await parameters.record(ofNetwork(network, CONFIRMATIONS), after, by);
          await networks.refresh();
          return null;
        }),
    };
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

  async #inTurn(work: () => Promise<Refusal | null>): Promise<Refusal | null> {
    return this.#work.run('terms', work);
  }

  /** Others may have changed the terms since it was planned. */
  async #setTerms(asked: AskedTerms, by: Doer): Promise<Refusal | null> {
    const known = this.#find(asked);
    if (isRefusal(known)) return known;
    const changes = changesOf(known, asked);
    if (isRefusal(changes)) return changes;
    const { networks, parameters } = this.#parts;
    const { coin, network, decimals } = known;
    for (const [term, units] of changes) {
      const name = ofCoin(network, coin, COIN_TERMS[term].parameter);
      await parameters.record(name, formatDecimal(units, decimals), by);
    }
    if (changes.has('minimumDeposit')) await networks.refresh();
    return (await this.#apply(known)) === null ? null : { error: 'operators/not-in-force' };
  }

  async #apply(known: Known): Promise<string | null> {
    const { there, decimals, network, coin } = known;
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
    const wanted: typeof now = { ...now };
    for (const { parameter, core } of Object.values(COIN_TERMS)) {
      const value =
        core === null ? undefined : this.#parts.parameters.lastSet(ofCoin(network, coin, parameter));
      if (core !== null && value !== undefined)
        Object.assign(wanted, { [core]: unitsIn(value, decimals) ?? there[core] });
    }
    const isSame = wanted.fee === fee && wanted.minAmount === minAmount && wanted.maxAmount === maxAmount;
    if (isSame) return null;
    return (await this.#parts.sequencer.submit(wanted, { owner: PLATFORM_OWNER })).error;
  }

  #find({ coin, network }: Readonly<Record<'coin' | 'network', string>>): Known | Refusal {
    if (this.#parts.networks.find(network) === undefined) return invalidField('network', 'not a network');
    const known = this.#all().find((one) => one.coin === coin && one.network === network);
    return known ?? invalidField('coin', 'is not on this network');
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
const subjectOf = ({ coin, network }: Known): string => `coin ${coin} on ${network}`;
/** Deposits of others come by voucher. */
const isWatched = ({ on }: Known): boolean => on.family !== null;

function valueOf({ terms, there, decimals }: Known, term: CoinTerm): string {
  const { core } = COIN_TERMS[term];
  return core === null ? terms.minDeposit : formatDecimal(there[core], decimals);
}

/** What is asked for and different; a refusal names the field that does not fit. */
function changesOf(known: Known, asked: AskedTerms): Changes | Refusal {
  const { decimals, there } = known;
  const changes = new Map<CoinTerm, number>();
  for (const term of COIN_TERM_NAMES) {
    const text = asked[term];
    if (text === undefined) continue;
    const units = unitsIn(text, decimals);
    if (units === null) return invalidField(term, amountIn(known));
    if (term === 'minimumDeposit' && units < 1) return invalidField(term, 'is not above 0');
    if (units !== unitsIn(valueOf(known, term), decimals)) changes.set(term, units);
  }
  const unitsOf = (term: CoinTerm, now: number): number => changes.get(term) ?? now;
  const bounds = {
    fee: unitsOf('withdrawalFee', there.fee),
    minAmount: unitsOf('withdrawalMinimum', there.minAmount),
    maxAmount: unitsOf('withdrawalMaximum', there.maxAmount),
  };
  return boundsProblem(bounds, known) ?? changes;
}

const effectOf = (known: Known, changes: Changes): EffectWords[] =>
  [...changes].map(([term, units]) => ({
    what: COIN_TERMS[term].words,
    before: `${valueOf(known, term)} ${known.coin}`,
    after: `${formatDecimal(units, known.decimals)} ${known.coin}`,
  }));

/** Units of an amount as the core bounds them; null if the text is none. */
export function unitsIn(value: string, decimals: number): number | null {
  const units = parseDecimal(value, decimals);
  return typeof units === 'number' && units <= UNITS_MAX ? units : null;
}

interface Counted {
  readonly coin: string;
  readonly decimals: number;
}
/** What an amount has to be. */
export const amountIn = ({ coin, decimals }: Counted): string =>
  `an amount of ${coin} up to ${formatDecimal(UNITS_MAX, decimals)}, with at most ${decimals} decimals`;

/** Why fee and bounds of withdrawals do not fit together; null if they do. */
export function boundsProblem(
  { fee, minAmount, maxAmount }: WithdrawalBounds,
  { coin, decimals }: Counted,
): Refusal | null {
  const text = (of: number): string => `${formatDecimal(of, decimals)} ${coin}`;
  if (minAmount < 1) return invalidField('withdrawalMinimum', 'is not above 0');
  if (minAmount > maxAmount)
    return invalidField('withdrawalMinimum', `${text(minAmount)} is above the maximum ${text(maxAmount)}`);
  return fee > minAmount
    ? invalidField('withdrawalFee', `${text(fee)} is above the minimum ${text(minAmount)}`)
    : null;
}
