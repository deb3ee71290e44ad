/** Funds that are offered: their terms, and their NAV at the last tick. */
import { MAX_UNITS, PPM } from '@glasshouse/money';
import type { RefusalName } from '@glasshouse/protocol';
import { navOf, QUOTE_DECIMALS_MAX } from '@glasshouse/protocol/fund/quote';
import { FEE_PPM_MAX, isWithin, type Range } from '../../contract/bounds.ts';
import type { PricedTick } from '../../contract/feature.ts';
import { MARKET_STATUS, type Registry } from '../../registry.ts';
import type { DefineFundOffer } from './commands.ts';

export const LEVERAGE_MAX = 5;
const COINS_MAX = 20;
/** A NAV that is older is none. */
const NAV_AGE_MS_MAX = 5_000;

const BOUNDS = {
  fund: [1, 1_000_000],
  buyFeePpm: [0, FEE_PPM_MAX],
  sellFeePpm: [0, FEE_PPM_MAX],
  exitFeePpm: [0, FEE_PPM_MAX],
  /** Up to 1% per day. */
  lendingDailyPpb: [0, 10_000_000],
  maintenancePpm: [1, PPM / 2],
  maxLeverage: [1, LEVERAGE_MAX],
  minUnits: [1, MAX_UNITS],
  maxPerOwner: [0, MAX_UNITS],
  /** Units that are out stay exact. */
  quota: [1, MAX_UNITS],
  coverPpm: [0, 10 * PPM],
  endsMs: [0, MAX_UNITS],
} as const satisfies Partial<Record<keyof DefineFundOffer, Range>>;

export type Offer = Omit<DefineFundOffer, 'type'>;

export interface Fund {
  offer: Offer;
  /** Of the last tick; 0 if a coin had no price in it or its pair was halted. */
  nav: number;
  navMs: number;
}

/** The maintenance margin is below the smallest margin. */
const hasRoom = ({ maintenancePpm, maxLeverage }: Offer): boolean => maintenancePpm * maxLeverage < PPM;

/** Whether the fund has not closed to purchases. */
export const isOffered = ({ endsMs }: Offer, timeMs: number): boolean => endsMs === 0 || timeMs < endsMs;

export class FundOffers {
  readonly #funds = new Map<number, Fund>();
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  of(fund: number): Fund | undefined {
    return this.#funds.get(fund);
  }

  /** By number. */
  all(): Fund[] {
    return [...this.#funds.values()].sort((a, b) => a.offer.fund - b.offer.fund);
  }

  file(fund: Fund): void {
    this.#funds.set(fund.offer.fund, fund);
  }

  define({ type: _type, ...offer }: DefineFundOffer): RefusalName | null {
    const refusal = this.definitionRefusal(offer);
    if (refusal !== null) return refusal;
    const former = this.#funds.get(offer.fund);
    if (former === undefined) this.file({ offer, nav: 0, navMs: 0 });
    else former.offer = offer;
    return null;
  }

  /**
   * What `define` would answer. Checks in this order: quote asset, pairs, their ends, bounds,
   * basket.
   */
  definitionRefusal(offer: Offer): RefusalName | null {
    const { quote, basket } = offer;
    const asset = this.#registry.assets[quote];
    if (asset === undefined) return 'wallet/unknown-asset';
    const markets = basket.map(({ market }) => this.#registry.markets[market]);
    if (markets.some((market, i) => market?.base !== basket[i]!.asset || market.quote !== quote))
      return 'market/unknown-pair';
    if (markets.some((market) => market!.isClosing)) return 'market/delisting';
    const isBasket = basket.length >= 1 && basket.length <= COINS_MAX;
    const isOnce = new Set(basket.map((part) => part.asset)).size === basket.length;
    const isFair = offer.sellFeePpm <= offer.exitFeePpm;
    const isSound = isFair && isWithin(offer, BOUNDS) && basket.every(({ quantity }) => quantity > 0);
    const isQuoted = asset.decimals <= QUOTE_DECIMALS_MAX;
    if (!isBasket || !isOnce || !isSound || !isQuoted || !hasRoom(offer)) return 'request/invalid';
    const former = this.#funds.get(offer.fund);
    return former === undefined || isSameBasket(former.offer, offer) ? null : 'fund/basket-fixed';
  }

  /** Sets the NAV of each fund at a tick. */
  onTick({ tickMs, prices }: PricedTick): void {
    for (const fund of this.#funds.values()) {
      fund.nav = this.#navAt(fund.offer, prices);
      fund.navMs = tickMs;
    }
  }

  #navAt({ basket }: Offer, prices: readonly number[]): number {
    const { assets, markets } = this.#registry;
    const parts = basket.map(({ asset, market, quantity }) => {
      const { definition, status } = markets[market]!;
      const isPriced = status === MARKET_STATUS.trading;
      const decimals = assets[asset]!.decimals + definition.indexDecimals;
      return { quantity, decimals, price: isPriced ? (prices[market] ?? 0) : 0 };
    });
    return navOf(parts);
  }

  /** Whether all pairs trade, and the NAV is of this moment. */
  priceRefusal({ offer, nav, navMs }: Fund, timeMs: number): RefusalName | null {
    const isHalted = offer.basket.some(
      ({ market }) => this.#registry.markets[market]!.status !== MARKET_STATUS.trading,
    );
    if (isHalted) return 'market/halted';
    return nav > 0 && timeMs - navMs <= NAV_AGE_MS_MAX ? null : 'market/no-price';
  }

  decimalsOf(quote: number): number {
    return this.#registry.assets[quote]!.decimals;
  }
}

function isSameBasket(a: Offer, b: Offer): boolean {
  const isSame = ({ asset, market, quantity }: Offer['basket'][number], i: number): boolean => {
    const other = b.basket[i]!;
    return asset === other.asset && market === other.market && quantity === other.quantity;
  };
  return a.quote === b.quote && a.basket.length === b.basket.length && a.basket.every(isSame);
}
