/** What is set up before anybody trades, and moved without trading: assets, markets, accounts, money that comes in, transfers. */
import type { RefusalName } from '@glasshouse/protocol';
import { HOUSE, OWNER_MAX, WALLET } from './accounts.ts';
import type { DefineAsset, DefineMarket, Issue, Transfer } from './commands.ts';
import { ASSETS_MAX } from './event-records.ts';
import { REASON } from './events.ts';
import type { Fees } from './features/spot/fees.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { OrderPool } from './matching/order-pool.ts';
import { Market, type Registry } from './registry.ts';
import { isMarketSound } from './definition-bounds.ts';
import type { Rules } from './rules.ts';

/** Markets are numbered from 0 to this, assets to ASSETS_MAX. */
const MARKETS_MAX = 1024;

export class SetUp {
  readonly #ledger: Ledger;
  readonly #registry: Registry;
  readonly #pool: OrderPool;
  readonly #fees: Fees;
  readonly #rules: Rules;

  constructor(parts: { ledger: Ledger; registry: Registry; pool: OrderPool; fees: Fees; rules: Rules }) {
    this.#rules = parts.rules;
    this.#ledger = parts.ledger;
    this.#registry = parts.registry;
    this.#pool = parts.pool;
    this.#fees = parts.fees;
  }

  owned(owner: number): boolean {
    return this.#ledger.find(owner, WALLET.exchange, 0) >= 0;
  }

  openAccount(owner: number): RefusalName | null {
    if (!Number.isSafeInteger(owner) || owner < 1 || owner > OWNER_MAX) return 'wallet/account-unknown';
    this.#ledger.account(owner, WALLET.contract, 0);
    this.#ledger.account(owner, WALLET.exchange, 0);
    this.#fees.fit(this.#ledger.blockOf(owner, WALLET.exchange));
    return null;
  }

  issue(command: Issue): RefusalName | null {
    const { owner, wallet, asset, amount, reason } = command;
    if (this.#registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    const isHouse =
      wallet === WALLET.house && owner !== HOUSE.external && Object.values<number>(HOUSE).includes(owner);
    if (!isHouse && !(isUserWallet(wallet) && this.owned(owner))) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    return this.#ledger.issue(this.#ledger.account(owner, wallet, asset), asset, { amount, reason })
      ? null
      : 'wallet/limit-reached';
  }

  transfer(command: Transfer): RefusalName | null {
    const { owner, from, to, asset, amount } = command;
    if (this.#registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (!isUserWallet(from) || !isUserWallet(to) || from === to) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    const source = this.#ledger.find(owner, from, asset);
    if (source < 0 || this.#ledger.available(source) < amount) return 'wallet/insufficient-balance';
    this.#ledger.post(source, -amount, 0, REASON.transfer, 0);
    this.#ledger.post(this.#ledger.account(owner, to, asset), amount, 0, REASON.transfer, 0);
    return null;
  }

  defineAsset(command: DefineAsset): RefusalName | null {
    const { asset, code, decimals } = command;
    if (
      !Number.isInteger(asset) ||
      asset < 0 ||
      asset >= ASSETS_MAX ||
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals > 12
    )
      return 'request/invalid';
    const before = this.#registry.assets[asset];
    // Amounts already kept are in the old unit: an asset never changes its decimals.
    if (before !== undefined && before.decimals !== decimals) return 'request/invalid';
    this.#ledger.fitAssets(asset + 1);
    this.#registry.assets[asset] = { asset, code, decimals };
    return null;
  }

  defineMarket(command: DefineMarket): RefusalName | null {
    const { market, base, quote } = command;
    const baseAsset = this.#registry.assets[base];
    const quoteAsset = this.#registry.assets[quote];
    if (baseAsset === undefined || quoteAsset === undefined || base === quote) return 'wallet/unknown-asset';
    const isShaped =
      Number.isInteger(market) &&
      market >= 0 &&
      market < MARKETS_MAX &&
      command.lotDecimals <= baseAsset.decimals &&
      command.indexDecimals >= command.priceDecimals;
    if (!isShaped || this.#registry.markets[market] !== undefined) return 'request/invalid';
    const decimals = { base: baseAsset.decimals, quote: quoteAsset.decimals };
    if (this.#rules.boundsCommands && !isMarketSound(command, decimals)) return 'request/invalid';
    const defined = new Market(command, decimals, this.#pool);
    this.#registry.markets[market] = defined;
    this.#fees.price(defined);
    return null;
  }
}

function isUserWallet(wallet: number): boolean {
  return (
    wallet === WALLET.contract ||
    wallet === WALLET.exchange ||
    wallet === WALLET.finance ||
    wallet === WALLET.mining ||
    wallet === WALLET.fund
  );
}
