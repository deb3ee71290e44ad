/** The planted bugs: each a text that must be in the sources exactly once, and its replacement. */
import { FUND_BUGS } from './planted-fund-bugs.ts';
import { FUNDING_BUGS } from './planted-funding-bugs.ts';
import { OFFER_BUGS } from './planted-offer-bugs.ts';
import { ORDER_BUGS, type Mutation } from './planted-order-bugs.ts';
import { PIPELINE_BUGS } from './planted-pipeline-bugs.ts';
import { PROJECTOR_BUGS } from './planted-projector-bugs.ts';

export type { Mutation };

const SPOT = 'packages/core/src/features/spot';
const CONTRACT = 'packages/core/src/features/seconds-contract';
const MATCHING = 'packages/core/src/matching';

const BUGS: readonly Mutation[] = [
  // Money.
  {
    name: 'fees are rounded up',
    file: `${SPOT}/settlement.ts`,
    from: 'const takerFee = feeOf(receivedUnits, feePpm[(traders[takerBlock << 1]! << 1) | 1]!);',
    to: 'const takerFee = feeOf(receivedUnits, feePpm[(traders[takerBlock << 1]! << 1) | 1]!) + 1;',
  },
  {
    name: 'the maker pays the taker fee',
    file: `${SPOT}/settlement.ts`,
    from: 'feePpm[traders[makerBlock << 1]! << 1]!',
    to: 'feePpm[(traders[makerBlock << 1]! << 1) | 1]!',
  },
  {
    name: 'the fee goes to the taker',
    file: `${SPOT}/settlement.ts`,
    from: 'balances[feesReceived] = balances[feesReceived]! + takerFee;',
    to: 'balances[takerReceived] = balances[takerReceived]! + takerFee;',
  },
  {
    name: 'what a buy costs is rounded up',
    file: 'packages/money/src/quote-value.ts',
    from: 'divisor === 1 ? product : Math.floor(product / divisor)',
    to: 'divisor === 1 ? product : Math.ceil(product / divisor)',
  },
  {
    name: 'what a buy freezes is rounded down',
    file: 'packages/money/src/quote-value.ts',
    from: 'return mulDivCeil(price * multiplier, lots, divisor);',
    to: 'return mulDivFloor(price * multiplier, lots, divisor);',
  },
  {
    name: 'what rounding set aside stays frozen',
    file: `${SPOT}/settlement.ts`,
    from: 'const released = open === 0 ? held : 0;',
    to: 'const released = 0;',
  },
  {
    name: 'a cancel releases nothing',
    file: `${SPOT}/execution.ts`,
    from: 'const released = quantities[from + FROZEN]!;',
    to: 'const released = 0;',
  },
  {
    name: 'a transfer takes one unit too little',
    file: 'packages/core/src/ledger/ledger.ts',
    from: 'this.post(from, -units, 0, reason, reference);\n    this.post(to, units, 0, reason, reference);',
    to: 'this.post(from, -units + 1, 0, reason, reference);\n    this.post(to, units, 0, reason, reference);',
  },
  {
    name: 'a transfer does not look at the balance',
    file: 'packages/core/src/features/wallet/wallet.ts',
    from: 'return source < 0 || this.#kernel.ledger.available(source) < units;',
    to: 'return source < 0;',
  },
  {
    name: 'the referral share comes on top of the fee',
    file: `${SPOT}/settlement.ts`,
    from: 'ledger.balances[fees] = ledger.balances[fees]! - share;',
    to: '',
  },
  {
    name: 'a fee tier counts at half its volume',
    file: `${SPOT}/fees.ts`,
    from: '(one) => one.volume <= volume',
    to: '(one) => one.volume <= volume * 2',
  },
  {
    name: 'a new day moves nobody to another tier',
    file: `${SPOT}/fees.ts`,
    from: 'this.#rank(block);\n    }\n    this.today',
    to: '}\n    this.today',
  },
  // Matching.
  {
    name: 'price priority is off by one tick',
    file: `${MATCHING}/book.ts`,
    from: 'isBuy ? price <= limit : price >= limit;',
    to: 'isBuy ? price < limit : price >= limit;',
  },
  {
    name: 'a sell trades one tick beyond its limit',
    file: `${MATCHING}/book.ts`,
    from: 'isBuy ? price <= limit : price >= limit;',
    to: 'isBuy ? price <= limit : price >= limit - 1;',
  },
  {
    name: 'new orders go to the front of their level',
    file: `${MATCHING}/book.ts`,
    from: 'while (slot !== 0 && left > 0) {',
    to: 'if (fields[(slot & SLOT_MASK) * FIELDS + NEXT] !== 0) slot = fields[(slot & SLOT_MASK) * FIELDS + NEXT]!;\n    while (slot !== 0 && left > 0) {',
  },
  {
    name: 'orders of one owner trade with each other',
    file: `${MATCHING}/book.ts`,
    from: 'if (selfTrade !== 0 && fields[(slot & SLOT_MASK) * FIELDS + OWNER] === owner) {',
    to: 'if (selfTrade > 1 && fields[(slot & SLOT_MASK) * FIELDS + OWNER] === owner) {',
  },
  {
    name: 'an immediate order rests',
    file: `${SPOT}/execution.ts`,
    from: 'price === 0 || timeInForce === TIF.IOC || timeInForce === TIF.FOK;',
    to: 'price === 0 || timeInForce === TIF.FOK;',
  },
  {
    name: 'post-only orders take',
    file: `${SPOT}/terms.ts`,
    from: 'if (timeInForce === TIME_IN_FORCE.POST_ONLY && market.book.crosses(side, price))',
    to: 'if (timeInForce === 9 && market.book.crosses(side, price))',
  },
  {
    name: 'all or nothing takes part',
    file: `${SPOT}/terms.ts`,
    from: "if (!reach.isEnough) return 'spot/would-not-fill';",
    to: '',
  },
  {
    name: 'the price band is not looked at',
    file: `${SPOT}/terms.ts`,
    from: "if (!market.isWithinBand(price)) return 'spot/price-out-of-range';\n  const value",
    to: 'const value',
  },
  {
    name: 'a halted market takes orders',
    file: `${SPOT}/terms.ts`,
    from: 'if (market.status !== MARKET_STATUS.trading) return market.closedRefusal;',
    to: '',
  },
  {
    name: 'orders are placed without the money',
    file: `${SPOT}/spot.ts`,
    from: "if (this.ledger.available(source) < terms.need) return 'wallet/insufficient-balance';",
    to: '',
  },
  {
    name: "another owner's order can be cancelled",
    file: `${SPOT}/open-orders.ts`,
    from: 'return slot !== 0 && this.pool.fields[(slot & SLOT_MASK) * FIELDS + OWNER] === block ? slot : 0;',
    to: 'return slot !== 0 && block !== 0 ? slot : 0;',
  },
  {
    name: 'an order with fewer lots keeps their money frozen',
    file: `${SPOT}/reductions.ts`,
    from: 'const released = Math.max(0, quantities[from + FROZEN]! - need);',
    to: 'const released = 0 * need;',
  },
  {
    name: 'the other leg of a pair stays',
    file: `${SPOT}/execution.ts`,
    from: 'this.close(slot, ORDER_END.partner);',
    to: '',
  },
  {
    name: 'what is due at one tick goes the wrong way round',
    file: `${SPOT}/waiting-orders.ts`,
    from: 'return reached.sort((a, b) => this.#accepted.get(a)! - this.#accepted.get(b)!);',
    to: 'return reached.sort((a, b) => this.#accepted.get(b)! - this.#accepted.get(a)!);',
  },
  {
    name: 'a trailing sell ignores a rise of one step',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'isAbove ? price < from : price > from;',
    to: 'isAbove ? price < from : price > from + 1;',
  },
  {
    name: 'a pair exceeds the number of open orders by one',
    file: `${SPOT}/conditionals.ts`,
    from: 'this.orders.count(block) + count <= market.definition.maxOpenOrders',
    to: 'this.orders.count(block) < market.definition.maxOpenOrders',
  },
  {
    name: 'volume in another quote counts double',
    file: `${SPOT}/fees.ts`,
    from: 'this.today[block] = this.today[block]! + valued;',
    to: 'this.today[block] = this.today[block]! + 2 * valued;',
  },
  {
    name: 'an order of exactly the smallest value is refused',
    file: `${SPOT}/terms.ts`,
    from: "return value < minNotional ? 'spot/below-minimum' : null;",
    to: "return value <= minNotional ? 'spot/below-minimum' : null;",
  },
  {
    name: 'the last price of the band is refused',
    file: 'packages/core/src/registry.ts',
    from: 'return price >= this.#priceMin && price <= this.#priceMax;',
    to: 'return price >= this.#priceMin && price < this.#priceMax;',
  },
  {
    name: 'a stake that brings a user exactly to the limit is refused',
    file: `${CONTRACT}/open-stakes.ts`,
    from: '(open?.byOwner.get(owner) ?? 0) + stake > maxUserStake',
    to: '(open?.byOwner.get(owner) ?? 0) + stake >= maxUserStake',
  },
  // Seconds contracts.
  {
    name: 'a draw is paid as a win',
    file: `${CONTRACT}/position.ts`,
    from: 'if (finishPrice === openPrice) return RESULT.draw;',
    to: 'if (finishPrice === openPrice) return RESULT.win;',
  },
  {
    name: 'up and down are the wrong way round',
    file: `${CONTRACT}/position.ts`,
    from: 'return finishPrice > openPrice === (direction === 1) ? RESULT.win : RESULT.lose;',
    to: 'return finishPrice > openPrice === (direction === 2) ? RESULT.win : RESULT.lose;',
  },
  {
    name: 'a contract settles one tick late',
    file: 'packages/core/src/due/timers.ts',
    from: 'while (this.nextMs <= timeMs) for',
    to: 'while (this.nextMs < timeMs) for',
  },
  {
    name: 'a contract opens at a tick from before it was accepted',
    file: `${CONTRACT}/seconds-contract.ts`,
    from: 'return (tick.prices[market] ?? 0) !== 0 && tick.tickMs > acceptedMs;',
    to: 'return (tick.prices[market] ?? 0) !== 0 && acceptedMs > 0;',
  },
  {
    name: 'the reserve is not looked at',
    file: 'packages/core/src/ledger/stakes.ts',
    from: "return ledger.available(reserve) < stake.profit ? 'reserve-short' : 'covered';",
    to: "return ledger.available(reserve) < stake.profit ? 'covered' : 'covered';",
  },
  {
    name: 'a lost stake frees no reserve',
    file: 'packages/core/src/ledger/stakes.ts',
    from: 'this.#ledger.post(reserve, units + profit, -profit, lost, reference);',
    to: 'this.#ledger.post(reserve, units, 0, lost, reference);',
  },
  {
    name: 'the grace for a missing tick is a second longer',
    file: `${CONTRACT}/position.ts`,
    from: 'export const TICK_GRACE_MS = 5000;',
    to: 'export const TICK_GRACE_MS = 8000;',
  },
  // State and journal.
  {
    name: 'a snapshot forgets the trade count',
    file: `${SPOT}/snapshot.ts`,
    from: 'spot.execution.settlement.tradeCount = input.number();',
    to: 'spot.execution.settlement.tradeCount = 0 * input.number();',
  },
  {
    name: 'the journal drops the rule for own orders',
    file: `${SPOT}/plain-forms.ts`,
    from: 'out.plain(PLAIN_ORDER + selfTrade,',
    to: 'out.plain(PLAIN_ORDER + 0 * selfTrade,',
  },
  {
    name: 'the journal cuts large numbers',
    file: 'packages/core/src/encoding/journal-writer.ts',
    from: '(value & 0x3fffffff) !== value || Object.is(value, -0)',
    to: '(value & 0xffffffff) === 0',
  },
];

export const MUTATIONS: readonly Mutation[] = [
  ...BUGS,
  ...ORDER_BUGS,
  ...FUND_BUGS,
  ...FUNDING_BUGS,
  ...OFFER_BUGS,
  ...PIPELINE_BUGS,
  ...PROJECTOR_BUGS,
];
