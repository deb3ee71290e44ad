/**
 * Decodes the records of orders and trades. One record of a trade holds up to ten postings, the
 * trade and the maker's order.
 */
import { PLATFORM, WALLET } from '../../accounts.ts';
import type { LogRecords, PackedRecords } from '../../events/event-log.ts';
import { KIND_MASK } from '../../events/event-records.ts';
import type { PostingOf } from '../../events/events.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { FACTOR, type PostingsDigest } from '../../events/postings-digest.ts';
import { PLACE_MASK } from '../../matching/order-record.ts';
import type { Side } from '../../matching/side.ts';
import type { Registry } from '../../registry.ts';
import { ORDER, ORDER_AT, ORDER_SIZE, TRADE, TRADE_AT, TRADE_SIZE } from './event-records.ts';
import {
  NO_EXTRA,
  ORDER_END,
  ORDER_STATUS,
  type OrderChanged,
  type OrderExtra,
  type Traded,
} from './events.ts';
import type { Fees } from './fees.ts';
import { sideOf } from './order-flags.ts';
import { IS_QUOTE, SELF_TRADE_BITS, SELF_TRADE_SHIFT, TIF_BITS, TIF_SHIFT } from './order-record.ts';
import type { SpotReason } from './reasons.ts';

/** Digest of the money that a trade moves: owners, market, side and amounts. */
function tradeMoney(data: Float64Array, at: number): number {
  const parties =
    data[at + TRADE_AT.marketSide]! +
    Math.imul(data[at + TRADE_AT.takerBlock]!, FACTOR.b) +
    Math.imul(data[at + TRADE_AT.makerBlock]!, FACTOR.c);
  const amounts =
    Math.imul(data[at + TRADE_AT.lots]!, FACTOR.d) +
    Math.imul(data[at + TRADE_AT.quoteUnits]!, FACTOR.a) +
    Math.imul(data[at + TRADE_AT.takerFee]!, FACTOR.b ^ FACTOR.d ^ 1) +
    Math.imul(data[at + TRADE_AT.makerFee]!, FACTOR.c ^ FACTOR.a ^ 1);
  const rest =
    Math.imul(data[at + TRADE_AT.takerShare]!, FACTOR.b ^ FACTOR.c ^ 1) +
    Math.imul(data[at + TRADE_AT.makerShare]!, FACTOR.a ^ FACTOR.d ^ 1) +
    Math.imul(data[at + TRADE_AT.released]!, FACTOR.b ^ FACTOR.a ^ 1);
  return (parties + amounts + rest) | 0;
}

export class OrderRecords implements PackedRecords {
  readonly #ledger: Ledger;
  readonly #registry: Registry;
  readonly #fees: Fees;
  #records: LogRecords = { data: new Float64Array(), objects: [] };
  #visit: (event: object) => void = () => {};

  constructor(parts: { readonly ledger: Ledger; readonly registry: Registry; readonly fees: Fees }) {
    this.#ledger = parts.ledger;
    this.#registry = parts.registry;
    this.#fees = parts.fees;
  }

  decode(records: LogRecords, at: number, visit: (event: object) => void): number {
    this.#records = records;
    this.#visit = visit;
    const kind = records.data[at]! & KIND_MASK;
    if (kind === ORDER) this.#order(at);
    else this.#trade(at);
    return kind === ORDER ? ORDER_SIZE : TRADE_SIZE;
  }

  addPostings({ data }: LogRecords, at: number, digest: PostingsDigest): number {
    if ((data[at]! & KIND_MASK) === TRADE) {
      digest.add(tradeMoney(data, at));
      return TRADE_SIZE;
    }
    const place = data[at + ORDER_AT.place]! & PLACE_MASK;
    const block = Math.imul(data[at + ORDER_AT.block]!, FACTOR.b);
    digest.add((place + block + Math.imul(data[at + ORDER_AT.frozen]!, FACTOR.c)) | 0);
    return ORDER_SIZE;
  }

  #post(
    account: { owner: number; wallet: number; asset: number },
    change: { available: number; frozen: number; reason: SpotReason; reference: number },
  ): void {
    const posting: PostingOf<SpotReason> = { type: 'posting', ...account, ...change };
    this.#visit(posting);
  }

  #marketAt(index: number): { base: number; quote: number; unitsPerLot: number } {
    return this.#registry.markets[index]!;
  }

  #order(at: number): void {
    const { data } = this.#records;
    const place = data[at + ORDER_AT.place]!;
    const owner = this.#ledger.ownerOf(data[at + ORDER_AT.block]!);
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
    const { base, quote } = this.#marketAt((place & PLACE_MASK) >> 1);
    return sideOf(place) === 0 ? quote : base;
  }

  #changed(order: Parameters<typeof orderChanged>[0] & { extra: number }): void {
    const extra = order.extra === 0 ? undefined : (this.#records.objects[order.extra - 1] as OrderExtra);
    this.#visit(orderChanged(order, extra));
  }

  #trade(at: number): void {
    const { data } = this.#records;
    const takerSide = (data[at + TRADE_AT.marketSide]! & 1) as Side;
    const market = data[at + TRADE_AT.marketSide]! >> 1;
    const { base, quote, unitsPerLot } = this.#marketAt(market);
    const isBuy = takerSide === 0;
    const trade = data[at + TRADE_AT.trade]!;
    const quoteUnits = data[at + TRADE_AT.quoteUnits]!;
    const baseUnits = data[at + TRADE_AT.lots]! * unitsPerLot;
    const taker = this.#ledger.ownerOf(data[at + TRADE_AT.takerBlock]!);
    const maker = this.#ledger.ownerOf(data[at + TRADE_AT.makerBlock]!);
    const paid = { asset: isBuy ? quote : base, units: isBuy ? quoteUnits : baseUnits };
    const received = { asset: isBuy ? base : quote, units: isBuy ? baseUnits : quoteUnits };
    const post = (
      to: { owner: number; asset: number; wallet?: number },
      change: { available: number; frozen?: number; reason: SpotReason },
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
      post({ owner: PLATFORM.fees, wallet: WALLET.house, asset }, { available: fee - share, reason: 'fee' });
      if (share > 0)
        post({ owner: this.#fees.referrerOf(owner), asset }, { available: share, reason: 'referral' });
    }
    this.#traded(at, { market, takerSide, taker, maker });
    this.#makerChanged(at, maker);
  }

  #traded(at: number, parties: { market: number; takerSide: Side; taker: number; maker: number }): void {
    const { data } = this.#records;
    const traded: Traded = {
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
    };
    this.#visit(traded);
  }

  /** The maker's last fill releases what remains of its frozen units. */
  #makerChanged(at: number, owner: number): void {
    const { data } = this.#records;
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

/** Builds an order's event from its numbers and its extra. */
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
  extra: OrderExtra = NO_EXTRA,
): OrderChanged {
  return {
    type: 'order-changed',
    order: order.order,
    owner: order.owner,
    market: (order.place & PLACE_MASK) >> 1,
    side: sideOf(order.place),
    price: order.price,
    lots: order.lots,
    quoteAmount: extra.quoteAmount,
    filledLots: order.filledLots,
    filledQuote: order.filledQuote,
    fee: order.fee,
    timeInForce: (order.place >> TIF_SHIFT) & TIF_BITS,
    selfTrade: (order.place >> SELF_TRADE_SHIFT) & SELF_TRADE_BITS,
    status: order.status,
    placedMs: order.placedMs,
    end: order.end,
    clientOrderId: extra.clientOrderId,
    listClientOrderId: extra.listClientOrderId,
    trigger: extra.trigger,
    trailPpm: extra.trailPpm,
    partner: extra.partner,
    firedTick: extra.firedTick,
    kind: extra.kind,
    source: extra.source,
    target: extra.target,
    trail: extra.trail,
    activation: extra.activation,
    offset: extra.offset,
    expiresMs: extra.expiresMs,
    stopLoss: extra.stopLoss,
    takeProfit: extra.takeProfit,
    entry: extra.entry,
    visible: extra.visible,
    prevented: extra.prevented,
  };
}
