/** Writes the records of the event log out as events: one record of a trade is up to ten postings, the trade and the maker's order. */
import {
  ORDER_END,
  ORDER_STATUS,
  POSTING_REASONS,
  type EventVisitor,
  type OrderChanged,
  type OrderExtra,
  type PositionChanged,
  type PostingReason,
} from './events.ts';
import type { Side } from './commands.ts';
import { sideOf } from './features/spot/order-flags.ts';
import { HOUSE, WALLET } from './accounts.ts';
import {
  ASSETS_MAX,
  KIND,
  KINDS,
  ORDER_AT,
  ORDER_SIZE,
  POSITION_FIELDS,
  POSITION_SIZE,
  POSTING_SIZE,
  TRADE_AT,
  TRADE_SIZE,
} from './event-records.ts';
import { IS_QUOTE, TIF_BITS, TIF_SHIFT } from './features/spot/order-record.ts';
import { PLACE_MASK } from './matching/order-record.ts';

/** What the numbers in the records stand for. A block is a ledger block: one wallet of one owner. */
export interface EventNames {
  ownerOf(block: number): number;
  walletOf(block: number): number;
  marketAt(market: number): { readonly base: number; readonly quote: number; readonly unitsPerLot: number };
  /** The owner who gets a share of this owner's fees. */
  referrerOf(owner: number): number;
}

interface Records {
  readonly data: Float64Array;
  readonly end: number;
  readonly extras: readonly OrderExtra[];
}

export function decodeEvents(records: Records, names: EventNames, visit: EventVisitor): void {
  new Decoder(records, names, visit).run();
}

class Decoder {
  readonly #data: Float64Array;
  readonly #end: number;
  readonly #extras: readonly OrderExtra[];
  readonly #names: EventNames;
  readonly #visit: EventVisitor;
  #seq = 0;
  #timeMs = 0;

  constructor({ data, end, extras }: Records, names: EventNames, visit: EventVisitor) {
    this.#data = data;
    this.#end = end;
    this.#extras = extras;
    this.#names = names;
    this.#visit = visit;
  }

  run(): void {
    let at = 0;
    while (at < this.#end) {
      const head = this.#data[at]!;
      const kind = head % KINDS;
      this.#seq = (head - kind) / KINDS;
      at += this.#record(kind, at);
    }
  }

  /** Decodes the record at `at`; answers its length. */
  #record(kind: number, at: number): number {
    switch (kind) {
      case KIND.time:
        this.#timeMs = this.#data[at + 1]!;
        return 2;
      case KIND.posting:
        this.#posting(at);
        return POSTING_SIZE;
      case KIND.order:
        this.#order(at);
        return ORDER_SIZE;
      case KIND.trade:
        this.#trade(at);
        return TRADE_SIZE;
      case KIND.position:
        this.#visit(decodePosition(this.#data, at), this.#seq, this.#timeMs);
        return POSITION_SIZE;
      case KIND.tick:
        return this.#tick(at);
      default:
        throw new Error(`event log holds an unknown record ${this.#data[at]} at ${at}`);
    }
  }

  #posting(at: number): void {
    const data = this.#data;
    const asset = data[at + 1]! % ASSETS_MAX;
    const block = (data[at + 1]! - asset) / ASSETS_MAX;
    const account = { owner: this.#names.ownerOf(block), wallet: this.#names.walletOf(block), asset };
    this.#post(account, {
      available: data[at + 2]!,
      frozen: data[at + 3]!,
      reason: POSTING_REASONS[data[at + 4]!]!,
      reference: data[at + 5]!,
    });
  }

  #post(
    account: { owner: number; wallet: number; asset: number },
    change: { available: number; frozen: number; reason: PostingReason; reference: number },
  ): void {
    this.#visit({ type: 'posting', ...account, ...change }, this.#seq, this.#timeMs);
  }

  #tick(at: number): number {
    const data = this.#data;
    const count = data[at + 3]!;
    const prices = Array.from(data.subarray(at + 4, at + 4 + count));
    this.#visit(
      { type: 'ticked', tick: data[at + 1]!, tickMs: data[at + 2]!, prices },
      this.#seq,
      this.#timeMs,
    );
    return 4 + count;
  }

  #order(at: number): void {
    const data = this.#data;
    const place = data[at + ORDER_AT.place]!;
    const owner = this.#names.ownerOf(data[at + ORDER_AT.block]!);
    const frozen = data[at + ORDER_AT.frozen]!;
    if (frozen !== 0)
      this.#post(
        { owner, wallet: WALLET.exchange, asset: this.#frozenAsset(place) },
        {
          available: -frozen,
          frozen,
          reason: frozen > 0 ? 'order-frozen' : 'order-released',
          reference: data[at + ORDER_AT.order]!,
        },
      );
    if ((place & IS_QUOTE) !== 0) return;
    this.#changed({
      order: data[at + ORDER_AT.order]!,
      owner,
      place,
      price: data[at + ORDER_AT.price]!,
      lots: data[at + ORDER_AT.lots]!,
      filledLots: data[at + ORDER_AT.filledLots]!,
      filledQuote: data[at + ORDER_AT.filledQuote]!,
      fee: data[at + ORDER_AT.fee]!,
      placedMs: data[at + ORDER_AT.placedMs]!,
      extra: data[at + ORDER_AT.extra]!,
      status: data[at + ORDER_AT.status]!,
      end: data[at + ORDER_AT.end]!,
    });
  }

  #frozenAsset(place: number): number {
    const { base, quote } = this.#names.marketAt((place & PLACE_MASK) >> 1);
    return sideOf(place) === 0 ? quote : base;
  }

  #changed(order: Parameters<typeof orderChanged>[0] & { extra: number }): void {
    const extra = order.extra === 0 ? undefined : this.#extras[order.extra - 1];
    this.#visit(orderChanged(order, extra), this.#seq, this.#timeMs);
  }

  #trade(at: number): void {
    const data = this.#data;
    const takerSide = (data[at + TRADE_AT.marketSide]! & 1) as Side;
    const market = data[at + TRADE_AT.marketSide]! >> 1;
    const { base, quote, unitsPerLot } = this.#names.marketAt(market);
    const isBuy = takerSide === 0;
    const trade = data[at + TRADE_AT.trade]!;
    const quoteUnits = data[at + TRADE_AT.quoteUnits]!;
    const baseUnits = data[at + TRADE_AT.lots]! * unitsPerLot;
    const taker = this.#names.ownerOf(data[at + TRADE_AT.takerBlock]!);
    const maker = this.#names.ownerOf(data[at + TRADE_AT.makerBlock]!);
    const paid = { asset: isBuy ? quote : base, units: isBuy ? quoteUnits : baseUnits };
    const received = { asset: isBuy ? base : quote, units: isBuy ? baseUnits : quoteUnits };
    const post = (
      to: { owner: number; asset: number; wallet?: number },
      change: { available: number; frozen?: number; reason: PostingReason },
    ): void => {
      if (change.available === 0 && (change.frozen ?? 0) === 0) return;
      this.#post({ wallet: WALLET.exchange, ...to }, { frozen: 0, reference: trade, ...change });
    };
    post({ owner: taker, asset: paid.asset }, { available: -paid.units, reason: 'trade' });
    post({ owner: maker, asset: paid.asset }, { available: paid.units, reason: 'trade' });
    post({ owner: maker, asset: received.asset }, { available: 0, frozen: -received.units, reason: 'trade' });
    post({ owner: taker, asset: received.asset }, { available: received.units, reason: 'trade' });
    const fees = [
      {
        owner: taker,
        asset: received.asset,
        fee: data[at + TRADE_AT.takerFee]!,
        share: data[at + TRADE_AT.takerShare]!,
      },
      {
        owner: maker,
        asset: paid.asset,
        fee: data[at + TRADE_AT.makerFee]!,
        share: data[at + TRADE_AT.makerShare]!,
      },
    ];
    for (const { owner, asset, fee, share } of fees) {
      post({ owner, asset }, { available: -fee, reason: 'fee' });
      post({ owner: HOUSE.fees, wallet: WALLET.house, asset }, { available: fee - share, reason: 'fee' });
      if (share > 0)
        post({ owner: this.#names.referrerOf(owner), asset }, { available: share, reason: 'referral' });
    }
    this.#traded(at, { market, takerSide, taker, maker });
    this.#makerChanged(at, maker);
  }

  #traded(at: number, parties: { market: number; takerSide: Side; taker: number; maker: number }): void {
    const data = this.#data;
    this.#visit(
      {
        type: 'traded',
        trade: data[at + TRADE_AT.trade]!,
        ...parties,
        price: data[at + TRADE_AT.price]!,
        lots: data[at + TRADE_AT.lots]!,
        quoteUnits: data[at + TRADE_AT.quoteUnits]!,
        takerOrder: data[at + TRADE_AT.takerOrder]!,
        makerOrder: data[at + TRADE_AT.makerOrder]!,
        takerFee: data[at + TRADE_AT.takerFee]!,
        makerFee: data[at + TRADE_AT.makerFee]!,
      },
      this.#seq,
      this.#timeMs,
    );
  }

  /** What was left of the maker's freezing goes back with its last fill. */
  #makerChanged(at: number, owner: number): void {
    const data = this.#data;
    const released = data[at + TRADE_AT.released]!;
    const place = data[at + TRADE_AT.place]!;
    const order = data[at + TRADE_AT.makerOrder]!;
    if (released > 0)
      this.#post(
        { owner, wallet: WALLET.exchange, asset: this.#frozenAsset(place) },
        { available: released, frozen: -released, reason: 'order-released', reference: order },
      );
    if ((place & IS_QUOTE) !== 0) return;
    const open = data[at + TRADE_AT.openLots]!;
    this.#changed({
      order,
      owner,
      place,
      price: data[at + TRADE_AT.price]!,
      lots: data[at + TRADE_AT.wholeLots]!,
      filledLots: data[at + TRADE_AT.wholeLots]! - open,
      filledQuote: data[at + TRADE_AT.filledQuote]!,
      fee: data[at + TRADE_AT.fee]!,
      placedMs: data[at + TRADE_AT.placedMs]!,
      extra: data[at + TRADE_AT.extra]!,
      status: open === 0 ? ORDER_STATUS.finished : ORDER_STATUS.unfinished,
      end: ORDER_END.none,
    });
  }
}

/** An order's event from its numbers and what it has beyond them. */
export function orderChanged(
  order: {
    order: number;
    owner: number;
    place: number;
    price: number;
    lots: number;
    filledLots: number;
    filledQuote: number;
    fee: number;
    placedMs: number;
    status: number;
    end: number;
  },
  extra: OrderExtra | undefined,
): OrderChanged {
  return {
    type: 'order-changed',
    order: order.order,
    owner: order.owner,
    market: (order.place & PLACE_MASK) >> 1,
    side: sideOf(order.place),
    price: order.price,
    lots: order.lots,
    quoteAmount: extra?.quoteAmount ?? 0,
    filledLots: order.filledLots,
    filledQuote: order.filledQuote,
    fee: order.fee,
    timeInForce: (order.place >> TIF_SHIFT) & TIF_BITS,
    status: order.status,
    placedMs: order.placedMs,
    end: order.end,
    clientOrderId: extra?.clientOrderId ?? null,
    trigger: extra?.trigger ?? 0,
    trailPpm: extra?.trailPpm ?? 0,
    partner: extra?.partner ?? 0,
    firedTick: extra?.firedTick ?? 0,
    kind: extra?.kind ?? 0,
  };
}

function decodePosition(data: Float64Array, at: number): PositionChanged {
  const position: Record<string, number> = {};
  POSITION_FIELDS.forEach((field, index) => (position[field] = data[at + 1 + index]!));
  return { type: 'position-changed', ...position } as PositionChanged;
}
