/**
 * Mining: a deposit in a pool earns a daily reward for a cycle. All rewards of the cycle are frozen
 * in the reserve at the purchase. After the cycle its owner redeems deposit and reward; before it,
 * the deposit alone.
 */
import type { RefusalName } from '@glasshouse/protocol';
import { STATUS } from '@glasshouse/protocol/mining/terms';
import { WALLET } from '../../accounts.ts';
import { command, defineFeature, type CommandOf, type CoreFeature } from '../../contract/feature.ts';
import { done } from '../../contract/outcomes.ts';
import { whole } from '../../encoding/fields.ts';
import { defineFixedTerm } from '../../offers/fixed-term-definition.ts';
import { FixedTermFeature } from '../../offers/fixed-term-feature.ts';
import type { FixedTermOrder } from '../../offers/fixed-term-record.ts';

const TERMS = defineFixedTerm({
  name: 'mining',
  code: 6,
  buy: 'buy-miner',
  commandCodes: { define: 105, buy: 96 },
  event: 'miner-changed',
  wallet: WALLET.mining,
  reserve: ['miningReserve', 11],
  interest: 'reward',
  reasonCodes: { bought: 30, reserved: 31, returned: 32, interest: 33 },
  // The capacity of a pool is free again when a miner leaves it.
  hasReturningQuota: true,
  atEnd: { status: STATUS.toBeRedeemed, isPaid: false },
});

const COMMANDS = {
  ...TERMS.commands,
  /** Pays deposit and reward of a miner whose cycle is over. */
  'redeem-miner': command({ code: 106, shape: { owner: whole, order: whole } }),
  /** Returns the deposit before the cycle is over, and gives up all of the reward. */
  'redeem-miner-early': command({ code: 107, shape: { owner: whole, order: whole } }),
} as const;
const GIVEN_UP = { 'mining-given-up': 34 } as const;

type MiningCommand = CommandOf<typeof COMMANDS>;
type RedeemMiner = Extract<MiningCommand, { readonly type: 'redeem-miner' | 'redeem-miner-early' }>;
/** The `interest` of a miner is the reward of the cycle, also where it was given up. */
type MinerChanged = FixedTermOrder<'miner-changed'>;

class Mining extends FixedTermFeature<MiningCommand, 'miner-changed'> {
  readonly commands: CoreFeature<MiningCommand, MinerChanged>['commands'] = {
    'define-mining-offer': this.define,
    'buy-miner': this.buy,
    'redeem-miner': (command, timeMs) => done(this.#redeem(command, timeMs)),
    'redeem-miner-early': (command, timeMs) => done(this.#redeemEarly(command, timeMs)),
  };

  /** Checks in this order: account, miner, end of its cycle. */
  #redeem({ owner, order }: RedeemMiner, timeMs: number): RefusalName | null {
    const miner = this.#minerOf(owner, order);
    if (typeof miner === 'string') return miner;
    if (miner.status !== STATUS.toBeRedeemed) return 'mining/not-over';
    this.terms.pay(order, { status: STATUS.redeemed, endedMs: timeMs });
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
    const end = { status: STATUS.redeemedEarly, endedMs: timeMs };
    this.terms.giveUp(command.order, { ...end, reason: GIVEN_UP['mining-given-up'] });
    return null;
  }

  /** A miner that is redeemed, or of somebody else, is unknown. */
  #minerOf(owner: number, order: number): RefusalName | MinerChanged {
    if (!this.kernel.ledger.isOpen(owner)) return 'wallet/account-unknown';
    const miner = this.terms.find(order);
    return miner?.owner === owner ? miner : 'mining/unknown-miner';
  }
}

export const mining = defineFeature({
  ...TERMS,
  commands: COMMANDS,
  reasons: { ...TERMS.reasons, ...GIVEN_UP },
  create: (kernel) => new Mining(kernel, TERMS.description),
});
