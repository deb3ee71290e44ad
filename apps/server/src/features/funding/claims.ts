/**
 * The claims of the marketing about deposits and withdrawals, with the figures that make them true
 * (R1.6), and the warning before the one on withdrawals is broken.
 *
 * A withdrawal takes from its request to its end, when the coins have their confirmations. Reviews,
 * holds after a change of credentials and halts of a network are not deducted, because the claim
 * names none of them. Rejected and cancelled ones are not counted: nothing was to arrive.
 */
import { WITHDRAWAL_STATUS } from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import type { TransferClaims } from '@glasshouse/protocol/funding';
import { CLAIM_SHOWN, WITHDRAWAL_CLAIM } from '@glasshouse/protocol/parameters/claims';
import type { ChainState } from '../../contract/chain-parts.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import { isOpenChain } from './deposits/routes.ts';
import type { NetworkTerms } from './network-terms.ts';
import type { Figure } from '../../operating/figures.ts';
import { USER_OWNER_MIN } from '../../pipeline/projection.ts';

const { requested, approved, settled } = WITHDRAWAL_STATUS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAYS = 30;
const WINDOW_MS = DAYS * 24 * HOUR_MS;
/** The last part of the promised time, in which operators are warned: a quarter of it. */
const WARNED_LAST = 4;
/** The counts are at most so old. */
const COUNTED_MS_MAX = MINUTE_MS;
const PERCENT_DECIMALS = 1;

/** A network on which deposits are credited now. */
export type OpenNetwork = Pick<ChainState, 'chain' | 'blockMs'> & { readonly confirmations: number };

/** Networks that are open and not behind: a deposit there takes its usual time. */
export function openNetworks(
  states: readonly ChainState[],
  confirmationsOf: (chain: string) => number | undefined,
): OpenNetwork[] {
  return states
    .filter(({ isOpen, state }) => isOpen && state === 'up')
    .flatMap(({ chain, blockMs }) => {
      const confirmations = confirmationsOf(chain);
      return confirmations === undefined ? [] : [{ chain, blockMs, confirmations }];
    });
}

/** The fastest network, of several the first; null if the time between blocks of none is known. */
export function depositTimeOf(networks: readonly OpenNetwork[]): TransferClaims['depositTime'] {
  const times = networks.flatMap(({ chain, blockMs: blockTime, confirmations }) =>
    blockTime === null
      ? []
      : [{ chain, confirmations, blockTime, minutes: Math.ceil((confirmations * blockTime) / MINUTE_MS) }],
  );
  const takes = (one: (typeof times)[number]) => one.confirmations * one.blockTime;
  return times.toSorted((a, b) => takes(a) - takes(b))[0] ?? null;
}

/** Withdrawals of the window, for a promise of some hours. */
export interface WithdrawalCounts {
  readonly hours: number;
  readonly countedMs: number;
  readonly finished: number;
  readonly inTime: number;
  readonly overdue: number;
  /** Open ones in the last quarter of the promised time. */
  readonly due: number;
}

/** Rounded down, so that it never says more than was kept. Null without any. */
export function percentInTime({
  finished,
  inTime,
  overdue,
}: Pick<WithdrawalCounts, 'finished' | 'inTime' | 'overdue'>): string | null {
  const all = BigInt(finished + overdue);
  if (all === 0n) return null;
  const parts = (BigInt(inTime) * 100n * 10n ** BigInt(PERCENT_DECIMALS)) / all;
  return formatDecimal(Number(parts), PERCENT_DECIMALS);
}

/** When an open withdrawal was requested that is due or overdue now. */
function boundsOf(hours: number, nowMs: number): { readonly dueMs: number; readonly overdueMs: number } {
  const promisedMs = hours * HOUR_MS;
  const overdueMs = nowMs - promisedMs;
  return { overdueMs, dueMs: overdueMs + promisedMs / WARNED_LAST };
}

type Parts = Pick<Ports, 'database' | 'chains' | 'networks' | 'sequencer' | 'parameters' | 'log'>;

export class TransferClaimRecord {
  readonly #parts: Parts;
  readonly #openings: Pick<NetworkTerms, 'isOpen'>;
  #counts: WithdrawalCounts | null = null;
  #counting: Promise<WithdrawalCounts> | null = null;
  #warned = 0;

  constructor(parts: Parts, openings: Pick<NetworkTerms, 'isOpen'>) {
    this.#parts = parts;
    this.#openings = openings;
  }

  /** The promised hours; null if the claim is dropped. */
  get #hours(): number | null {
    const hours = Number(this.#parts.parameters.get(WITHDRAWAL_CLAIM));
    return Number.isSafeInteger(hours) ? hours : null;
  }

  async current(): Promise<TransferClaims> {
    const { chains, networks: all, parameters } = this.#parts;
    const isOpen = ({ chain }: ChainState) => isOpenChain({ networks: all, openings: this.#openings }, chain);
    const networks = openNetworks(chains.states().filter(isOpen), (chain) => all.find(chain)?.confirmations);
    const isBothWays = ({ chain }: OpenNetwork) =>
      all.find(chain)?.coins.some(({ coin }) => this.#isBothWays(chain, coin)) === true;
    const isShown = (name: 'claim_deposit_time' | 'claim_confirmations') =>
      parameters.get(name) === CLAIM_SHOWN && networks.length > 0;
    return {
      depositTime: isShown('claim_deposit_time') ? depositTimeOf(networks.filter(isBothWays)) : null,
      confirmations: isShown('claim_confirmations')
        ? networks.map(({ chain, confirmations }) => ({ chain, confirmations }))
        : null,
      withdrawalTime: await this.#withdrawalTime(),
    };
  }

  /** The claimed time is of deposits and withdrawals. */
  #isBothWays(chain: string, coin: string): boolean {
    return (['deposits', 'withdrawals'] as const).every((way) => this.#openings.isOpen(chain, coin, way));
  }

  async #withdrawalTime(): Promise<TransferClaims['withdrawalTime']> {
    const hours = this.#hours;
    if (hours === null) return null;
    const counts = await this.#countsFor(hours);
    const { finished, inTime, overdue } = counts;
    return { hours, days: DAYS, finished, inTime, overdue, percentInTime: percentInTime(counts) };
  }

  /** One query for all who ask in a minute. */
  async #countsFor(hours: number): Promise<WithdrawalCounts> {
    const known = this.#counts;
    const isFresh = known?.hours === hours && this.#nowMs - known.countedMs < COUNTED_MS_MAX;
    if (isFresh) return known;
    const counted = await (this.#counting ??= this.#count(hours).finally(() => (this.#counting = null)));
    return counted.hours === hours ? counted : this.#count(hours);
  }

  async #count(hours: number): Promise<WithdrawalCounts> {
    const counts = await countWithdrawals(this.#parts.database, hours, this.#nowMs);
    return (this.#counts = counts);
  }

  get #nowMs(): number {
    return this.#parts.sequencer.nowMs();
  }

  /** Counts anew, and warns when more withdrawals are late, or soon will be, than before. */
  async keepUp(): Promise<void> {
    const hours = this.#hours;
    if (hours === null) {
      this.#counts = null;
      this.#warned = 0;
      return;
    }
    const { due, overdue } = await this.#count(hours);
    if (due + overdue > this.#warned)
      this.#parts.log.warn(
        { hours, due, overdue },
        'withdrawals are, or will soon be, later than the site promises',
      );
    this.#warned = due + overdue;
  }

  /** Whether an open withdrawal of this time is late, or soon will be; '' if it is neither. */
  latenessOf(requestedMs: number): '' | 'due' | 'overdue' {
    const hours = this.#hours;
    if (hours === null) return '';
    const { dueMs, overdueMs } = boundsOf(hours, this.#nowMs);
    return requestedMs < overdueMs ? 'overdue' : requestedMs < dueMs ? 'due' : '';
  }

  readonly figures: readonly Figure[] = [
    {
      name: 'withdrawals_due',
      help: 'Open withdrawals in the last quarter of the promised time',
      kind: 'gauge',
      read: () => this.#counts?.due ?? 0,
    },
    {
      name: 'withdrawals_overdue',
      help: 'Open withdrawals that have taken longer than promised',
      kind: 'gauge',
      read: () => this.#counts?.overdue ?? 0,
    },
  ];
}

/** Reads the index of finished ones of the window, and the open ones. */
async function countWithdrawals(
  { reads }: Pick<Database, 'reads'>,
  hours: number,
  nowMs: number,
): Promise<WithdrawalCounts> {
  const { dueMs, overdueMs } = boundsOf(hours, nowMs);
  const [finished, open] = await Promise.all([
    reads
      .selectFrom('funding_withdrawals')
      .where('status', '=', settled)
      .where('changed_ms', '>', nowMs - WINDOW_MS)
      .where('owner', '>=', USER_OWNER_MIN)
      .select(({ fn, eb }) => [
        fn.countAll<number>().as('finished'),
        fn
          .countAll<number>()
          .filterWhere(eb('changed_ms', '<=', eb('requested_ms', '+', hours * HOUR_MS)))
          .as('in_time'),
      ])
      .executeTakeFirstOrThrow(),
    reads
      .selectFrom('funding_withdrawals')
      .where('status', 'in', [requested, approved])
      .where('owner', '>=', USER_OWNER_MIN)
      .select(({ fn, eb }) => [
        fn.countAll<number>().filterWhere('requested_ms', '<', overdueMs).as('overdue'),
        fn
          .countAll<number>()
          .filterWhere(eb.and([eb('requested_ms', '>=', overdueMs), eb('requested_ms', '<', dueMs)]))
          .as('due'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    hours,
    countedMs: nowMs,
    finished: finished.finished,
    inTime: finished.in_time,
    overdue: open.overdue,
    due: open.due,
  };
}
