/**
 * Mining: a deposit in a pool earns a daily reward for a cycle. All rewards of the cycle are frozen
 * in the reserve at the purchase. After the cycle its owner redeems deposit and reward; before it,
 * the deposit alone.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { STATUS as MINER_STATUS } from '@glasshouse/protocol/mining/terms';
import { WALLET } from '../../accounts.ts';
import type { CoreFeature, Kernel } from '../../contract/feature.ts';
import type { FixedTermDescription } from '../../offers/fixed-term-description.ts';
import { FixedTermFeature } from '../../offers/fixed-term-feature.ts';
import { done } from '../../contract/outcomes.ts';
import type { MiningCommand, RedeemMiner } from './commands.ts';
import type { MinerChanged } from './events.ts';
import { MINING_HOUSE, MINING_REASON } from './reasons.ts';

export const MINING = {
  name: 'mining',
  code: 6,
  event: 'miner-changed',
  wallet: WALLET.mining,
  reserve: MINING_HOUSE.miningReserve,
  reasons: {
    bought: MINING_REASON['mining-bought'],
    reserved: MINING_REASON['mining-reserved'],
    returned: MINING_REASON['mining-returned'],
    interest: MINING_REASON['mining-reward'],
  },
  refusals: {
    'unknown-offer': 'mining/unknown-offer',
    'not-on-sale': 'mining/not-on-sale',
    'terms-changed': 'mining/terms-changed',
    'amount-missing': 'mining/amount-missing',
    'below-minimum': 'mining/below-minimum',
    'quota-exceeded': 'mining/quota-exceeded',
    'owner-limit': 'mining/owner-limit',
    'too-many-orders': 'mining/too-many-orders',
    'reserve-short': 'mining/reserve-short',
  },
  // The capacity of a pool is free again when a miner leaves it.
  hasReturningQuota: true,
  atEnd: { status: MINER_STATUS.toBeRedeemed, isPaid: false },
} as const satisfies FixedTermDescription;

export class Mining extends FixedTermFeature<MiningCommand, 'miner-changed'> {
  readonly commands: CoreFeature<MiningCommand, MinerChanged>['commands'] = {
    'define-mining-offer': this.define,
    'buy-miner': this.buy,
    'redeem-miner': (command, timeMs) => done(this.#redeem(command, timeMs)),
    'redeem-miner-early': (command, timeMs) => done(this.#redeemEarly(command, timeMs)),
  };

  constructor(kernel: Kernel) {
    super(kernel, MINING);
  }

  /** Checks in this order: account, miner, end of its cycle. */
  #redeem({ owner, order }: RedeemMiner, timeMs: number): RefusalName | null {
    const miner = this.#minerOf(owner, order);
    if (typeof miner === 'string') return miner;
    if (miner.status !== MINER_STATUS.toBeRedeemed) return 'mining/not-over';
    this.terms.pay(order, { status: MINER_STATUS.redeemed, endedMs: timeMs });
    return null;
  }

  /**
   * Checks in this order: account, miner, end of its cycle. Once the time or a tick has ended the
   * cycle, nobody gives up a reward any more.
   */
  earlyRefusalOf({ owner, order }: Pick<RedeemMiner, 'owner' | 'order'>, timeMs: number): RefusalName | null {
    const miner = this.#minerOf(owner, order);
    if (typeof miner === 'string') return miner;
    return timeMs >= miner.dueMs || !this.terms.deadlines.isSet(order) ? 'mining/cycle-over' : null;
  }

  #redeemEarly(command: RedeemMiner, timeMs: number): RefusalName | null {
    const refusal = this.earlyRefusalOf(command, timeMs);
    if (refusal !== null) return refusal;
    const end = { status: MINER_STATUS.redeemedEarly, endedMs: timeMs };
    this.terms.giveUp(command.order, { ...end, reason: MINING_REASON['mining-given-up'] });
    return null;
  }

  /** A miner that is redeemed, or of somebody else, is unknown. */
  #minerOf(owner: number, order: number): RefusalName | MinerChanged {
    if (!this.kernel.ledger.isOpen(owner)) return 'wallet/account-unknown';
    const miner = this.terms.find(order);
    return miner?.owner === owner ? miner : 'mining/unknown-miner';
  }
}
