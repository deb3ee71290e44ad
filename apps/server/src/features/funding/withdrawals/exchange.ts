/**
 * What withdrawals need of the exchange: their commands, and facts on coins, prices and holds. Only
 * the exchange changes the state of a withdrawal.
 */
import {
  CHAIN_STATUS,
  WITHDRAWAL_STATUS,
  type ChainCoinChanged,
  type Command,
  type RequestWithdrawal,
  type WithdrawalChanged,
} from '@glasshouse/core';
import { formatDecimal } from '@glasshouse/money';
import {
  isRefusal,
  type CallNamed,
  type ParsedInputOf,
  type Refusal,
  type RefusalName,
} from '@glasshouse/protocol';
import {
  CHAIN_NUMBERS,
  type HoldRow,
  type PublicTerms,
  type WithdrawalRow,
  type WithdrawalTerms,
} from '@glasshouse/protocol/funding';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { ChainCoin, ChainDescription, Networks } from '../../../contract/chain-parts.ts';
import { PLATFORM_OWNER } from '../../../contract/seeds.ts';
import {
  clientKey,
  isRepeated,
  submitFor,
  type Sequencer,
  type Submitter,
} from '../../../contract/sequencer.ts';
import { isName } from '../chain-amounts.ts';
import type { NetworkTerms } from '../network-terms.ts';
import { chainName, holdRowOf, withdrawalFieldsOf, withdrawalRowOf } from '../rows.ts';
import { amountsOf, costOf, worthOf, type IndexPrice } from './decide.ts';
import type { StoredRequest, StoredWithdrawal } from './store.ts';

/** What is asked for. The proofs are no part of it: its hash is stored. */
export type AskedTerms = Omit<
  ParsedInputOf<CallNamed<'funding/request-withdrawal'>>,
  'code' | 'fundPassword' | 'googleCode'
>;

const PRICED_IN = 'USDT';
/** An older price does not say what a coin is worth. */
const INDEX_AGE_MS_MAX = 60_000;

interface ExchangeParts {
  readonly catalogue: Catalogue;
  readonly sequencer: Sequencer;
  readonly networks: Networks;
  /** Which coins take new requests. */
  readonly openings: Pick<NetworkTerms, 'isOpen'>;
}

export class WithdrawalExchange {
  readonly #catalogue: Catalogue;
  readonly #sequencer: Sequencer;
  readonly #networks: Networks;
  readonly #openings: Pick<NetworkTerms, 'isOpen'>;

  constructor({ catalogue, sequencer, networks, openings }: ExchangeParts) {
    this.#catalogue = catalogue;
    this.#sequencer = sequencer;
    this.#networks = networks;
    this.#openings = openings;
  }

  get #funding() {
    return this.#catalogue.exchange.features.funding;
  }

  nowMs(): number {
    return this.#sequencer.nowMs();
  }

  coinAt(asset: number): { readonly code: string; readonly decimals: number } {
    return this.#catalogue.assetAt(asset);
  }

  rowOf(stored: StoredWithdrawal): WithdrawalRow {
    return withdrawalRowOf(this.#catalogue, withdrawalFieldsOf(stored));
  }

  /** The coins that can be withdrawn on some network. */
  currencies(): readonly string[] {
    return [...new Set(this.#funding.coins.all().map(({ asset }) => this.coinAt(asset).code))];
  }

  /** The command that a request asks for, with the caller as its owner. */
  commandOf(input: AskedTerms, owner: number): RequestWithdrawal | Refusal {
    const coin = this.#catalogue.asset(input.currency);
    const chain = CHAIN_NUMBERS[input.chain];
    if (coin === undefined) return { error: 'wallet/unknown-asset', field: 'currency' };
    const { asset, decimals } = coin;
    if (this.#funding.coins.find(chain, asset) === undefined)
      return { error: 'wallet/chain-unknown', field: 'chain' };
    if (!this.#openings.isOpen(input.chain, coin.code, 'withdrawals'))
      return { error: 'funding/withdrawals-closed', field: 'chain' };
    const amounts = amountsOf(input, decimals);
    if (isRefusal(amounts)) return amounts;
    const { address, memo } = input;
    return { type: 'request-withdrawal', owner, chain, asset, ...amounts, address, memo };
  }

  /** The fee of a withdrawal now, in units; null if the coin is not on the chain. */
  feeOf(chain: keyof typeof CHAIN_NUMBERS, asset: number): number | null {
    return this.#funding.coins.find(CHAIN_NUMBERS[chain], asset)?.fee ?? null;
  }

  /** Why the core would refuse a request now; null if it would not. */
  refusalOf(command: RequestWithdrawal): Promise<RefusalName | null> {
    return this.#sequencer.read(() => this.#funding.requestRefusal(command));
  }

  /** Whether the request was answered before, and would only be answered again. */
  isMade(submitter: Submitter): Promise<boolean> {
    return isRepeated(this.#sequencer, submitter);
  }

  request(submitter: Submitter, request: StoredRequest): Promise<{ readonly id: number } | Refusal> {
    return submitFor(this.#sequencer, submitter, requestCommand(request, submitter.userId));
  }

  cancel(submitter: Submitter, withdrawal: number): Promise<{ readonly id: number } | Refusal> {
    const command = { type: 'cancel-withdrawal', owner: submitter.userId, withdrawal } as const;
    return submitFor(this.#sequencer, submitter, command);
  }

  /** The answer to a request whose reply was lost; null if the core never had it. */
  async answerOf(
    request: StoredRequest,
  ): Promise<{ readonly error: RefusalName | null; readonly id: number } | null> {
    const { user_id: owner, request_key, request_hash: requestHash } = request;
    const key = clientKey(request_key);
    if (!(await this.#sequencer.isAnswered(owner, key))) return null;
    return this.#sequencer.submit(requestCommand(request, owner), { owner, key, requestHash });
  }

  /** Submits what the platform decides. Returns the core's refusal, or null. */
  async submit(command: Command): Promise<RefusalName | null> {
    const { error } = await this.#sequencer.submit(command, { owner: PLATFORM_OWNER });
    return error;
  }

  /** Describes all approved withdrawals, read between two batches. */
  approved<T>(describe: (one: Omit<WithdrawalChanged, 'type'>) => readonly T[]): Promise<readonly T[]> {
    return this.#sequencer.read(() =>
      [...this.#funding.withdrawals.all.values()]
        .filter(({ status }) => status === WITHDRAWAL_STATUS.approved)
        .flatMap(describe),
    );
  }

  /** Whether the index says what a coin is worth now. */
  isPriced(asset: number, nowMs: number): boolean {
    const { code } = this.coinAt(asset);
    if (code === PRICED_IN) return true;
    const market = this.#catalogue.market(code, PRICED_IN)?.market;
    return market !== undefined && market.indexPrice > 0 && nowMs - market.indexMs <= INDEX_AGE_MS_MAX;
  }

  /** In units of USDT by the index, whatever its age; null without a price. */
  valueOf(asset: number, units: number): number | null {
    const index = this.#indexPriceOf(asset);
    return index === null ? null : worthOf(units, this.coinAt(asset).decimals, index);
  }

  /**
   * The value of a withdrawal that has no record of its request. Without a price it counts as the
   * largest, so that people look at it.
   */
  valueUnrecorded(asset: number, units: number): number {
    const isKnown = this.isPriced(asset, this.nowMs());
    return (isKnown ? this.valueOf(asset, units) : null) ?? Number.MAX_SAFE_INTEGER;
  }

  #indexPriceOf(asset: number): IndexPrice | null {
    const { code } = this.coinAt(asset);
    if (code === PRICED_IN) return { price: 1, decimals: 0 };
    const market = this.#catalogue.market(code, PRICED_IN)?.market;
    return market === undefined || market.indexPrice === 0
      ? null
      : { price: market.indexPrice, decimals: market.definition.indexDecimals };
  }

  /**
   * Parses what a payment has cost, in the cost coin of the withdrawal's chain; null if the text is
   * no amount.
   */
  costOf(
    { chain, asset }: Pick<StoredWithdrawal, 'chain' | 'asset'>,
    text: string,
  ): { readonly cost: number; readonly costRest: number } | null {
    const { coins } = this.#funding;
    const costAsset = coins.find(chain, asset)?.costAsset ?? asset;
    const coin = coins.find(chain, costAsset);
    if (coin === undefined) return null;
    const { decimals } = this.coinAt(costAsset);
    return costOf(text, { decimals, restDecimals: coin.restDecimals });
  }

  /** The public terms: of withdrawals as the core applies them, and of deposits for each chain. */
  publicTerms(): Promise<PublicTerms[]> {
    return this.#sequencer.read(() =>
      this.#networks.all.flatMap((network) =>
        network.coins.flatMap((coin) => this.#publicTermsOf(network, coin)),
      ),
    );
  }

  #publicTermsOf(
    { chain, family, confirmations }: ChainDescription,
    { coin: code, asset, ledgerDecimals: decimals, minDeposit }: ChainCoin,
  ): PublicTerms[] {
    if (!isName(chain)) return [];
    const coin = this.#funding.coins.find(CHAIN_NUMBERS[chain], asset);
    if (coin === undefined) return [];
    const amountOf = (units: number) => formatDecimal(units, decimals);
    return [
      {
        currency: code,
        chain,
        byVoucher: family === null,
        confirmations,
        minDeposit,
        fee: amountOf(coin.fee),
        minAmount: amountOf(coin.minAmount),
        maxAmount: amountOf(coin.maxAmount),
        decimals,
        status: this.#statusOf(coin),
        deposits: this.#openings.isOpen(chain, code, 'deposits') ? 'open' : 'closed',
      },
    ];
  }

  /** The terms of an owner, with what may leave now, and the holds on it. */
  termsOf(owner: number): Promise<{ readonly list: WithdrawalTerms[]; readonly holds: HoldRow[] }> {
    return this.#sequencer.read(() => ({
      list: this.#funding.coins.all().map((coin) => this.#coinTerms(owner, coin)),
      holds: this.#holdsOf(owner),
    }));
  }

  #coinTerms(owner: number, coin: Omit<ChainCoinChanged, 'type'>): WithdrawalTerms {
    const { chain, asset, fee, minAmount, maxAmount } = coin;
    const { code, decimals } = this.coinAt(asset);
    const amountOf = (units: number) => formatDecimal(units, decimals);
    const index = this.#indexPriceOf(asset);
    return {
      currency: code,
      chain: chainName(chain),
      fee: amountOf(fee),
      minAmount: amountOf(minAmount),
      maxAmount: amountOf(maxAmount),
      decimals,
      status: this.#statusOf(coin),
      available: amountOf(this.#funding.withdrawable(owner, asset)),
      owned: amountOf(this.#funding.owned(owner, asset)),
      price: index === null ? '' : formatDecimal(index.price, index.decimals),
    };
  }

  #statusOf({ chain, asset, status }: Pick<ChainCoinChanged, 'chain' | 'asset' | 'status'>) {
    if (status === CHAIN_STATUS.halted) return 'halted';
    const { code } = this.coinAt(asset);
    return this.#openings.isOpen(chainName(chain), code, 'withdrawals') ? 'open' : 'closed';
  }

  /**
   * Amount and fee of an open withdrawal as a share of what the owner had of the coin on the
   * account before, in percent with one decimal. Other amounts that are frozen do not count.
   */
  shareOf({ owner, asset, amount, fee }: StoredWithdrawal): string {
    const leaving = BigInt(amount) + BigInt(fee);
    const had = leaving + BigInt(this.#funding.owned(owner, asset));
    return formatDecimal(Number((leaving * 1_000n) / had), 1);
  }

  /** The holds that affect a withdrawal: those of all coins, and of its own coin. */
  holdsOn({ owner, asset }: StoredWithdrawal): Promise<HoldRow[]> {
    const { code } = this.coinAt(asset);
    return this.#sequencer.read(() =>
      this.#holdsOf(owner).filter(({ currency }) => currency === null || currency === code),
    );
  }

  /** The owner's holds that prevent withdrawals. */
  #holdsOf(owner: number): HoldRow[] {
    return this.#funding.moneyHolds
      .of(owner)
      .map((hold) => holdRowOf(this.#catalogue, hold))
      .filter(({ reason }) => reason !== 'returned');
  }
}

function requestCommand(request: StoredRequest, owner: number): RequestWithdrawal {
  const { chain, asset, amount, fee, address, memo } = request;
  return { type: 'request-withdrawal', owner, chain, asset, amount, fee, address, memo };
}
