/** What the maker knows of its own trades, and how the platform's account of them differs. */
import type { AnswerOf, SocketClient } from '@glasshouse/client';
import type { UserEvent } from '@glasshouse/protocol/programs';
import { formatFixed } from '@glasshouse/money';
import { unitsOf, type Pair } from './pair.ts';

type Account = AnswerOf<'spot/query-account'>;
/** A fill, of an event or of a list. */
type Fill = Pick<
  AnswerOf<'spot/query-my-trades'>[number],
  'id' | 'symbol' | 'qty' | 'quoteQty' | 'commission' | 'commissionAsset' | 'isBuyer'
>;
const PAGE = 1_000;

export class OwnBooks {
  readonly #fills = new Map<number, Fill>();
  readonly #decimals = new Map<string, number>();
  readonly #socket: SocketClient;
  readonly #pairs: readonly Pair[];
  readonly #before: Account;
  /** Of each pair the first trade that counts. */
  readonly #firstIds: ReadonlyMap<Pair, number>;

  private constructor(socket: SocketClient, before: Account, firstIds: ReadonlyMap<Pair, number>) {
    this.#socket = socket;
    this.#before = before;
    this.#firstIds = firstIds;
    this.#pairs = [...firstIds.keys()];
    for (const { base, quote, decimals } of this.#pairs)
      this.#decimals.set(base, decimals.base).set(quote, decimals.quote);
  }

  /** Books that begin now. */
  static async open(socket: SocketClient, pairs: readonly Pair[]): Promise<OwnBooks> {
    const firstIds = new Map<Pair, number>();
    for (const pair of pairs) {
      const [last] = await socket.ask('spot/query-my-trades', { symbol: pair.symbol, limit: 1 });
      firstIds.set(pair, (last?.id ?? -1) + 1);
    }
    return new OwnBooks(socket, await socket.ask('spot/query-account'), firstIds);
  }

  get count(): number {
    return this.#fills.size;
  }

  take(event: UserEvent): void {
    if (event.e !== 'executionReport' || event.x !== 'TRADE') return;
    const { s: symbol, t: id, l: qty, Y: quoteQty, n: commission, N: commissionAsset, S: side } = event;
    const isBuyer = side === 'BUY';
    this.#fills.set(id, {
      symbol,
      id,
      qty,
      quoteQty,
      commission,
      commissionAsset: commissionAsset!,
      isBuyer,
    });
  }

  /** Adds the fills of which events are missing. */
  async complete(): Promise<void> {
    for (const trade of await this.#trades()) this.#fills.set(trade.id, trade);
  }

  /** By how many units the fills of these pairs have changed a coin, fees included. */
  change(asset: string, pairs: readonly Pair[] = this.#pairs): number {
    let sum = 0;
    for (const fill of this.#fills.values()) {
      const pair = pairs.find(({ symbol }) => symbol === fill.symbol);
      if (pair === undefined) continue;
      const sign = fill.isBuyer ? 1 : -1;
      if (asset === pair.base) sum += sign * this.#units(fill.qty, asset);
      if (asset === pair.quote) sum -= sign * this.#units(fill.quoteQty, asset);
      if (asset === fill.commissionAsset) sum -= this.#units(fill.commission, asset);
    }
    return sum;
  }

  /** What came in of the quote coin, and what came in of the base coin at a price. */
  profit(pair: Pair, price: string): string {
    const worth = pair.worth(this.change(pair.base, [pair]), pair.ticks(price));
    return `${formatFixed(this.change(pair.quote, [pair]) + worth, pair.decimals.quote)} ${pair.quote}`;
  }

  /** How the platform's trades and balances differ from these books; nothing if they do not. */
  async differences(): Promise<string[]> {
    const trades = await this.#trades();
    const after = await this.#socket.ask('spot/query-account');
    const found: string[] = [];
    if (trades.length !== this.count) found.push(`${this.count} fills, the platform has ${trades.length}`);
    for (const trade of trades) {
      const own = this.#fills.get(trade.id);
      if (own === undefined || this.#told(own) !== this.#told(trade)) found.push(`trade ${trade.id}`);
    }
    for (const [asset, decimals] of this.#decimals) {
      const own = this.change(asset);
      const theirs = this.#total(after, asset) - this.#total(this.#before, asset);
      if (own !== theirs)
        found.push(`${asset} changed by ${formatFixed(own, decimals)}, not ${formatFixed(theirs, decimals)}`);
    }
    return found;
  }

  /** A fill with its amounts in units, because texts may differ in zeros at the end. */
  #told({ symbol, qty, quoteQty, commission, commissionAsset, isBuyer }: Fill): string {
    const { base, quote } = this.#pairs.find((pair) => pair.symbol === symbol)!;
    const amounts = [
      this.#units(qty, base),
      this.#units(quoteQty, quote),
      this.#units(commission, commissionAsset),
    ];
    return [symbol, ...amounts, commissionAsset, isBuyer].join(' ');
  }

  async #trades(): Promise<Fill[]> {
    const found: Fill[] = [];
    for (const [{ symbol }, firstId] of this.#firstIds)
      for (let fromId = firstId; ; fromId = found.at(-1)!.id + 1) {
        const page = await this.#socket.ask('spot/query-my-trades', { symbol, fromId, limit: PAGE });
        found.push(...page);
        if (page.length < PAGE) break;
      }
    return found;
  }

  #total({ balances }: Account, asset: string): number {
    const { free, locked } = balances.find((one) => one.asset === asset)!;
    return this.#units(free, asset) + this.#units(locked, asset);
  }

  #units(text: string, asset: string): number {
    return unitsOf(text, this.#decimals.get(asset)!);
  }
}
