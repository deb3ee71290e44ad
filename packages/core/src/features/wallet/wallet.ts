/** Assets, accounts, issued money, moves between an owner's wallets, and the house's capital. */
import type { RefusalName } from '@glasshouse/protocol';
import { FIRST_USER, isOutside, OWNER_MAX, PLATFORM, USER_WALLETS, WALLET } from '../../accounts.ts';
import { ASSETS_MAX } from '../../events/event-records.ts';
import type { CoreFeature, Finding, Hold, Kernel, Obligation } from '../../contract/feature.ts';
import { OUTFLOW, isPlayWallet } from '../../ledger/held-money.ts';
import { done, made } from '../../contract/outcomes.ts';
import type {
  DefineAsset,
  FundTrader,
  Issue,
  MoveCapital,
  OpenAccount,
  Transfer,
  WalletCommand,
} from './commands.ts';

/** Codes of postings; never reused. */
export const WALLET_REASON = {
  'play-money': 0,
  'house-capital': 1,
  transfer: 2,
  'capital-moved': 23,
} as const;

const DECIMALS_MAX = 12;

export class Wallet implements CoreFeature<WalletCommand, never> {
  readonly #kernel: Kernel;
  readonly snapshotVersion = 1;
  readonly commands: CoreFeature<WalletCommand, never>['commands'] = {
    'define-asset': (command) => made(this.#defineAsset(command), command.asset),
    'open-account': (command) => made(this.#openAccount(command), command.owner),
    issue: (command) => done(this.#issue(command)),
    transfer: (command) => done(this.#transfer(command)),
    'move-capital': (command) => done(this.#moveCapital(command)),
    'fund-trader': (command) => done(this.#fundTrader(command)),
  };

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  #defineAsset({ asset, code, decimals }: DefineAsset): RefusalName | null {
    const { ledger, registry } = this.#kernel;
    const isShaped =
      Number.isInteger(asset) &&
      asset >= 0 &&
      asset < ASSETS_MAX &&
      Number.isInteger(decimals) &&
      decimals >= 0 &&
      decimals <= DECIMALS_MAX;
    const before = registry.assets[asset];
    // Existing amounts are in the old unit: an asset never changes its decimals.
    if (!isShaped || (before !== undefined && before.decimals !== decimals)) return 'request/invalid';
    ledger.fitAssets(asset + 1);
    registry.assets[asset] = { asset, code, decimals };
    return null;
  }

  #openAccount({ owner }: OpenAccount): RefusalName | null {
    const { ledger, onAccountOpened } = this.#kernel;
    if (!Number.isSafeInteger(owner) || owner < 1 || owner > OWNER_MAX) return 'wallet/account-unknown';
    // The world outside has no wallets.
    if (isOutside(owner) && owner !== PLATFORM.external) return 'wallet/account-unknown';
    ledger.account(owner, WALLET.contract, 0);
    ledger.account(owner, WALLET.exchange, 0);
    for (const listener of onAccountOpened) listener(owner);
    return null;
  }

  #issue({ owner, wallet, asset, amount, reason }: Issue): RefusalName | null {
    const { ledger, registry, capitalOwners } = this.#kernel;
    if (registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    // Others hold coins for customers: what came in there would belong to nobody.
    const isHouse = wallet === WALLET.house && !isOutside(owner) && capitalOwners.has(owner);
    const isUser = USER_WALLETS.includes(wallet) && ledger.isOpen(owner);
    if (!isHouse && !isUser) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    const account = ledger.account(owner, wallet, asset);
    return ledger.issue(account, asset, { units: amount, reason: WALLET_REASON[reason] })
      ? null
      : 'wallet/limit-reached';
  }

  #transfer({ owner, from, to, asset, amount }: Transfer): RefusalName | null {
    const { ledger, registry, heldMoney } = this.#kernel;
    if (!ledger.isOpen(owner)) return 'wallet/account-unknown';
    if (registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (!USER_WALLETS.includes(from) || !USER_WALLETS.includes(to) || from === to)
      return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    const source = ledger.find(owner, from, asset);
    if (this.#isShort(source, amount)) return 'wallet/insufficient-balance';
    // Money that moves between two wallets whose money is at risk was not held.
    const units = isPlayWallet(from) ? 0 : amount;
    if (isPlayWallet(to) && heldMoney.refuses(OUTFLOW.play, owner, { asset, units })) return 'wallet/held';
    const target = ledger.account(owner, to, asset);
    const reason = WALLET_REASON.transfer;
    ledger.move({ from: source, to: target, units: amount, reason, reference: 0 });
    return null;
  }

  /**
   * Moves available units between accounts of the house. Units that are frozen for promises stay.
   */
  #moveCapital({ from, to, asset, amount }: MoveCapital): RefusalName | null {
    const { ledger, registry, capitalOwners } = this.#kernel;
    if (registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (!capitalOwners.has(from) || !capitalOwners.has(to) || from === to) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount <= 0) return 'wallet/amount-missing';
    const source = ledger.find(from, WALLET.house, asset);
    if (this.#isShort(source, amount)) return 'wallet/insufficient-balance';
    const target = ledger.account(to, WALLET.house, asset);
    const reason = WALLET_REASON['capital-moved'];
    ledger.move({ from: source, to: target, units: amount, reason, reference: 0 });
    return null;
  }

  #fundTrader({ owner, asset, amount }: FundTrader): RefusalName | null {
    const { ledger, registry } = this.#kernel;
    if (registry.assets[asset] === undefined) return 'wallet/unknown-asset';
    if (owner >= FIRST_USER || isOutside(owner) || !ledger.isOpen(owner)) return 'wallet/account-unknown';
    if (!Number.isSafeInteger(amount) || amount === 0) return 'wallet/amount-missing';
    const units = Math.abs(amount);
    const [payer, wallet] = amount > 0 ? [PLATFORM.treasury, WALLET.house] : [owner, WALLET.exchange];
    if (this.#isShort(ledger.find(payer, wallet, asset), units)) return 'wallet/insufficient-balance';
    const treasury = ledger.account(PLATFORM.treasury, WALLET.house, asset);
    const trader = ledger.account(owner, WALLET.exchange, asset);
    const [from, to] = amount > 0 ? [treasury, trader] : [trader, treasury];
    ledger.move({ from, to, units, reason: WALLET_REASON['capital-moved'], reference: 0 });
    return null;
  }

  #isShort(source: number, units: number): boolean {
    return source < 0 || this.#kernel.ledger.available(source) < units;
  }

  onTick(): void {}

  processDue(): void {}

  restoreDue(): void {}

  onRules(): void {}

  /** The exchange itself saves assets and the ledger. */
  save(): void {}

  load(): void {}

  holds(): Hold[] {
    return [];
  }

  /** Balances are their owners' and promise nothing. */
  obligations(): Obligation[] {
    return [];
  }

  needs(): boolean {
    return false;
  }

  findings(): Finding[] {
    return [];
  }

  open(): never[] {
    return [];
  }
}
