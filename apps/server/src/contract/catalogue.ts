/**
 * Assets and markets by the names that clients use. Definitions are only added, so the index is
 * rebuilt when their number changes.
 */
import { MARKET_STATUS, type Asset, type Exchange, type Market } from '@glasshouse/core';

export interface NamedMarket {
  readonly market: Market;
  readonly base: Asset;
  readonly quote: Asset;
  /** Lower case base and quote, such as 'btcusdt'. */
  readonly symbol: string;
}

export class Catalogue {
  readonly exchange: Exchange;
  #assetsByCode = new Map<string, Asset>();
  #marketsByName = new Map<string, NamedMarket>();
  #marketsBySymbol = new Map<string, NamedMarket>();
  #marketsByNumber: (NamedMarket | undefined)[] = [];
  #indexedAssets = -1;
  #indexedMarkets = -1;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  asset(code: string): Asset | undefined {
    this.#refresh();
    return this.#assetsByCode.get(code);
  }

  /** The asset of a number from the journal, which always exists. */
  assetAt(asset: number): Asset {
    const found = this.exchange.registry.assets[asset];
    if (found === undefined) throw new Error(`asset ${asset} is not defined`);
    return found;
  }

  /** The pair of two coins, unless it is delisted. A pair may be listed again. */
  market(baseCoin: string, quoteCoin: string): NamedMarket | undefined {
    return this.marketNamed(`${baseCoin}/${quoteCoin}`);
  }

  /** The same by the name that operators write, such as 'BTC/USDT'. */
  marketNamed(pair: string): NamedMarket | undefined {
    this.#refresh();
    const found = this.#marketsByName.get(pair);
    return found?.market.status === MARKET_STATUS.delisted ? undefined : found;
  }

  /** The pair of a symbol in upper case, such as 'BTCUSDT', unless it is delisted. */
  marketOfSymbol(symbol: string): NamedMarket | undefined {
    this.#refresh();
    const found = this.#marketsBySymbol.get(symbol);
    return found?.market.status === MARKET_STATUS.delisted ? undefined : found;
  }

  marketNumber(baseCoin: string, quoteCoin: string): number | undefined {
    return this.market(baseCoin, quoteCoin)?.market.definition.market;
  }

  marketAt(market: number): NamedMarket {
    this.#refresh();
    const found = this.#marketsByNumber[market];
    if (found === undefined) throw new Error(`market ${market} is not defined`);
    return found;
  }

  get markets(): readonly NamedMarket[] {
    this.#refresh();
    return this.#marketsByNumber.filter((market) => market !== undefined);
  }

  /**
   * All markets but those of new coins that do not trade yet, and those that are delisted, whose
   * quotes nobody can ask for.
   */
  get openedMarkets(): readonly NamedMarket[] {
    return this.markets.filter(({ market }) => market.isShown);
  }

  /**
   * The numbers of the markets that match a filter by base and quote; null if the filter is empty.
   */
  marketNumbers(filter: CoinFilter): readonly number[] | null {
    const { baseCoin, quoteCoin } = filter;
    if (baseCoin === undefined && quoteCoin === undefined) return null;
    return this.markets
      .filter(({ base }) => baseCoin === undefined || base.code === baseCoin)
      .filter(({ quote }) => quoteCoin === undefined || quote.code === quoteCoin)
      .map(({ market }) => market.definition.market);
  }

  #refresh(): void {
    const { assets, markets } = this.exchange.registry;
    if (assets.length === this.#indexedAssets && markets.length === this.#indexedMarkets) return;
    this.#assetsByCode = new Map(this.exchange.assets.map((asset) => [asset.code, asset]));
    this.#marketsByNumber = [];
    for (const market of this.exchange.markets) {
      const { base, quote } = {
        base: this.assetAt(market.definition.base),
        quote: this.assetAt(market.definition.quote),
      };
      const symbol = symbolOf(base.code, quote.code);
      this.#marketsByNumber[market.definition.market] = { market, base, quote, symbol };
    }
    this.#marketsByName = new Map(
      this.#marketsByNumber
        .filter((market) => market !== undefined)
        .map((named) => [`${named.base.code}/${named.quote.code}`, named]),
    );
    this.#marketsBySymbol = new Map(
      this.#marketsByNumber.flatMap((named) =>
        named === undefined ? [] : [[named.symbol.toUpperCase(), named]],
      ),
    );
    this.#indexedAssets = assets.length;
    this.#indexedMarkets = markets.length;
  }
}

export interface CoinFilter {
  readonly baseCoin?: string | undefined;
  readonly quoteCoin?: string | undefined;
}

/** The name of a pair in the public market calls, such as 'btcusdt'. */
export const symbolOf = (baseCoin: string, quoteCoin: string): string => (baseCoin + quoteCoin).toLowerCase();
