/**
 * Withdrawals and what pays them. Payers ask what is approved, and report settlements, rejections
 * and costs, each of which the exchange takes once. Operators ask what a payer has taken.
 */
import { WITHDRAWAL_STATUS, type Command, type WithdrawalChanged } from '@glasshouse/core';
import type { Refusal } from '@glasshouse/protocol';
import type { PaymentProgress } from '@glasshouse/protocol/funding';
import { withChecksum } from '@glasshouse/protocol/wallet/address-formats';
import {
  REASON_CHARACTERS_MAX,
  type ApprovedWithdrawal,
  type ChainExchange,
  type DepositChains,
  type Networks,
} from '../../../contract/chain-parts.ts';
import { chargedOf, COST_OUTPUT, referenceOf } from '../chain-amounts.ts';
import { chainName } from '../rows.ts';
import type { WithdrawalExchange } from './exchange.ts';
import type { StoredWithdrawal, WithdrawalStore } from './store.ts';

/** Under this name its acts are recorded, which no operator can have. */
const BY_PAYER = 'payer';
type Payable = Pick<StoredWithdrawal, 'withdrawal_id' | 'chain'>;

/** What withdrawals ask of whoever pays them; by hand, nobody. */
export class Payer {
  readonly #chains: Pick<DepositChains, 'payouts'>;

  constructor(chains: Pick<DepositChains, 'payouts'>) {
    this.#chains = chains;
  }

  /** Runs `work` while no payment can be sent. `isSent`: whether this withdrawal has been sent. */
  async decide<T>(stored: Payable, work: (isSent: boolean) => Promise<T>): Promise<T | Refusal> {
    const { payouts } = this.#chains;
    return payouts === null ? work(false) : payouts.decide(paidOf(stored), work);
  }

  /** Whether one that was taken can be asked to stop. */
  get canStop(): boolean {
    return this.#chains.payouts?.stop != null;
  }

  /** The payer keeps the beginning of the reason. */
  async stop({ withdrawal_id: withdrawal, chain }: Payable, reason: string): Promise<void> {
    const kept = reason.slice(0, REASON_CHARACTERS_MAX);
    await this.#chains.payouts?.stop?.(withdrawal, chainName(chain), kept);
  }

  /** The withdrawals whose payment no node knows of, or which did not end as ordered. */
  async uncertain(): Promise<readonly number[]> {
    return (await this.#chains.payouts?.uncertain()) ?? [];
  }

  /** How far the payment is; null: nobody has taken it. */
  async progressOf(stored: Payable): Promise<PaymentProgress | null> {
    const payment = (await this.#chains.payouts?.progressOf(paidOf(stored))) ?? null;
    return payment && { ...payment, txid: payment.txid.replace(/^0x/, '') };
  }
}

const paidOf = ({ withdrawal_id: withdrawal, chain }: Payable) => ({ withdrawal, chain: chainName(chain) });

type Payments = Pick<ChainExchange, 'approved' | 'settle' | 'reject' | 'bookCost'>;

/** What payers ask of withdrawals. All of it can be asked again after a crash. */
export function withdrawalPayments(
  {
    store,
    exchange,
    networks,
  }: {
    readonly store: WithdrawalStore;
    readonly exchange: WithdrawalExchange;
    readonly networks: Networks;
  },
  isHalted: (chain: string) => boolean,
): Payments {
  const done = async (command: Command, repeated?: string): Promise<void> => {
    const error = await exchange.submit(command);
    if (error !== null && error !== repeated) throw new Error(`${command.type} was refused: ${error}`);
  };
  const find = async (withdrawal: number): Promise<StoredWithdrawal> => {
    const stored = await store.find(withdrawal);
    if (stored === undefined) throw new Error(`there is no withdrawal ${withdrawal}`);
    return stored;
  };
  return {
    approved: async () => {
      const approved = await exchange.approved((one) =>
        approvedOf(networks, exchange.coinAt(one.asset).code, one).filter(({ chain }) => !isHalted(chain)),
      );
      const rejected = await store.beingRejected(approved.map(({ withdrawal }) => withdrawal));
      return approved.filter(({ withdrawal }) => !rejected.has(withdrawal));
    },
    settle: async (withdrawal, by, cost) => {
      const { txid, output } = referenceOf(by);
      const stored = await find(withdrawal);
      const isSame = stored.txid === txid && stored.output === output;
      if (stored.status === WITHDRAWAL_STATUS.settled && isSame) return;
      const charged = chargedOf(networks, by.chain, cost);
      const [units, costRest] = [charged?.amount ?? 0, charged?.rest ?? 0];
      await done({ type: 'settle-withdrawal', withdrawal, txid, output, cost: units, costRest });
    },
    reject: async (withdrawal, reason) => {
      const { status } = await find(withdrawal);
      if (status === WITHDRAWAL_STATUS.rejected) return;
      await store.record({ withdrawal, act: 'reject', operator: BY_PAYER, detail: reason });
      await done({ type: 'reject-withdrawal', withdrawal });
    },
    bookCost: async ({ chain, txid }, cost) => {
      const charged = chargedOf(networks, chain, cost);
      if (charged === null || charged.amount + charged.rest === 0) return;
      const reference = referenceOf({ chain, txid, output: COST_OUTPUT });
      await done({ type: 'book-chain-cost', ...charged, ...reference }, 'funding/reference-used');
    },
  };
}

/** Nothing for a coin whose units on its chain are not known here. */
function approvedOf(
  networks: Networks,
  coin: string,
  { withdrawal, chain: number, address: given, amount }: Omit<WithdrawalChanged, 'type'>,
): readonly ApprovedWithdrawal[] {
  const chain = chainName(number);
  const terms = networks.coin(chain, coin);
  if (terms === undefined) return [];
  const address = networks.find(chain)?.family === 'EVM' ? withChecksum(given) : given;
  const units = BigInt(amount) * 10n ** BigInt(terms.decimals - terms.ledgerDecimals);
  return [{ withdrawal, chain, address, coin, units: String(units) }];
}
