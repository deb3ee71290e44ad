/**
 * Planted bugs in the rules of single order types. Each replaces the text `from`, which must occur
 * exactly once in `file`, by `to`; `npx glasshouse mutations` must find it.
 */

export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const MATCHING = 'packages/core/src/matching';
const SPOT = 'packages/core/src/features/spot';

export const ORDER_BUGS: readonly Mutation[] = [
  {
    name: 'a wider band makes a stop dearer than what it has frozen',
    file: `${SPOT}/conditionals.ts`,
    from: 'stopBuyCap(market, order.extra.trigger), payable);',
    to: 'stopBuyCap(market, order.extra.trigger));',
  },
  {
    name: 'a halt of everything lets orders be cancelled',
    file: `${SPOT}/spot.ts`,
    from: "if (!this.#marketOf(slot).takesCancels) return 'market/halted';",
    to: '',
  },
  {
    name: 'a delisted market places the exits of its orders',
    file: `${SPOT}/exits.ts`,
    from: 'if (market.status === MARKET_STATUS.delisted) return;',
    to: '',
  },
  {
    name: 'a market opens after its time',
    file: `${SPOT}/listings.ts`,
    from: 'tickMs >= market.opensMs',
    to: 'tickMs > market.opensMs',
  },
  {
    name: 'a market that opens leaves the stops that have waited',
    file: `${SPOT}/listings.ts`,
    from: 'if (!isHalt) this.#due.resume(number);',
    to: 'if (!isHalt && market.opensMs !== 0) this.#due.resume(number);',
  },
  {
    name: 'a market keeps the fees that it was defined with',
    file: `${SPOT}/listings.ts`,
    from: 'market.change(definition);\n    this.#fees.price(market);',
    to: 'market.change(definition);',
  },
  {
    name: 'a replacement places its order whether or not the cancel passes',
    file: `${SPOT}/replacements.ts`,
    from: 'if (notCancelled !== null && mustCancel === 1) return made(notCancelled, 0);',
    to: 'if (notCancelled !== null && mustCancel > 1) return made(notCancelled, 0);',
  },
  {
    name: 'a replacement cannot have the name of the order that it replaces',
    file: `${SPOT}/replacements.ts`,
    from: 'const refusal = extended.place(',
    to: "const refusal = cancelled !== null && cancelled === command.clientOrderId ? 'spot/client-order-id-taken' : extended.place(",
  },
  {
    name: 'a replacement is placed before the other order is cancelled',
    file: `${SPOT}/replacements.ts`,
    from: "const notCancelled = spot.cancelOrder({ type: 'cancel-order', owner, order });",
    to: "if (mustCancel === 0) { const first = extended.place({ ...command, type: 'place-extended' }, timeMs); const after = spot.cancelOrder({ type: 'cancel-order', owner, order }); return first === null ? { error: null, id: extended.lastOrder, count: after === null ? 1 : 0 } : made(first, 0); }\n  const notCancelled = spot.cancelOrder({ type: 'cancel-order', owner, order });",
  },
  {
    name: 'a name cancels the order of another market',
    file: `${SPOT}/spot.ts`,
    from: 'slot !== 0 && this.#marketOf(slot).book.index === market ? this.pool.idOf(slot) : 0',
    to: 'slot !== 0 && market >= 0 ? this.pool.idOf(slot) : 0',
  },
  {
    name: 'a prefix cancels names that contain it',
    file: `${SPOT}/mass-cancels.ts`,
    from: 'clientOrderId?.startsWith(prefix)',
    to: 'clientOrderId?.includes(prefix)',
  },
  {
    name: 'a countdown ends a tick late',
    file: `${SPOT}/countdowns.ts`,
    from: 'dueMs: atMs }',
    to: 'dueMs: atMs + 1 }',
  },
  {
    name: 'a countdown of one market cancels on all',
    file: `${SPOT}/countdowns.ts`,
    from: 'cancels.countedDown(owner, market)',
    to: 'cancels.countedDown(owner, -1)',
  },
  {
    name: 'a countdown that is taken back ends all the same',
    file: `${SPOT}/countdowns.ts`,
    from: 'else if (number !== undefined) this.#remove(',
    to: 'else if (number === 0) this.#remove(',
  },
  {
    name: 'a restart forgets countdowns',
    file: `${SPOT}/snapshot.ts`,
    from: '  spot.countdowns.load(input);\n',
    to: '',
  },
  {
    name: 'the stop of a list compares the index price',
    file: `${SPOT}/order-lists.ts`,
    from: '        source: pair.source,\n',
    to: '',
  },
  {
    name: 'both legs of a list get the name of the limit order',
    file: `${SPOT}/order-lists.ts`,
    from: 'clientOrderId: pair.stopClientOrderId,',
    to: 'clientOrderId: pair.clientOrderId,',
  },
  {
    name: 'two open lists may have one name',
    file: `${SPOT}/order-lists.ts`,
    from: 'return listClientOrderId !== null && execution.orders.hasList(block, listClientOrderId);',
    to: 'return listClientOrderId !== null && listClientOrderId.length > 64;',
  },
  {
    name: 'an amended list loses its name',
    file: `${SPOT}/stop-amendments.ts`,
    from: 'const names = { listClientOrderId, clientOrderId',
    to: 'const names = { listClientOrderId: listClientOrderId?.slice(64) || null, clientOrderId',
  },
  {
    name: 'a restart forgets the names of lists',
    file: `${SPOT}/snapshot.ts`,
    from: 'values.length > EXTRA_FIELDS.length ? input.text() : null',
    to: "values.length > EXTRA_FIELDS.length && input.text().length > 64 ? '' : null",
  },
  {
    name: 'an own order counts as an empty book',
    file: `${SPOT}/terms.ts`,
    from: 'return lots === 0 && meetsOwn;',
    to: 'return false;',
  },
  {
    name: 'two open orders may have one clientOrderId',
    file: `${SPOT}/execution.ts`,
    from: "return clientOrderId !== '' && this.orders.slotOfClientId(block, clientOrderId) !== 0;",
    to: 'return clientOrderId.length > 64 && this.orders.slotOfClientId(block, clientOrderId) !== 0;',
  },
  {
    name: 'a waiting order does not take its clientOrderId',
    file: `${SPOT}/open-orders.ts`,
    from: '      found = slot;\n',
    to: '',
  },
  {
    name: 'a stop that buys a quantity freezes the value at its trigger',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'market.quoteCeil(stopBuyCap(market, trigger), lots)',
    to: 'market.quoteCeil(trigger, lots)',
  },
  {
    name: 'a stop that buys a quantity pays more than it froze',
    file: `${SPOT}/conditionals.ts`,
    from: 'limit = Math.min(limit, stopBuyCap(market, order.extra.trigger), payable);',
    to: '',
  },
  {
    name: 'a pair freezes the value of its stop at the trigger',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'stopPrice === 0 ? stopBuyCap(market, trigger) : stopPrice',
    to: 'stopPrice === 0 ? trigger : stopPrice',
  },
  {
    name: 'an exit sells what the fee took',
    file: `${SPOT}/exits.ts`,
    from: 'lots * market.unitsPerLot - fee, available',
    to: 'lots * market.unitsPerLot, available',
  },
  {
    name: 'an exit sells what its owner has already moved away',
    file: `${SPOT}/exits.ts`,
    from: 'const units = Math.min(lots * market.unitsPerLot - fee, available);',
    to: 'const units = lots * market.unitsPerLot - fee;',
  },
  {
    name: 'an exit has no take profit beside its stop loss',
    file: `${SPOT}/exits.ts`,
    from: 'target: isBracket ? takeProfit : 0,',
    to: 'target: 0,',
  },
  {
    name: 'a filled maker has no exit',
    file: `${SPOT}/settlement.ts`,
    from: 'if ((place & HAS_FOLLOWERS) !== 0)',
    to: 'if ((place & IS_LINKED) !== 0)',
  },
  {
    name: 'a cancelled entry has no exit',
    file: `${SPOT}/execution.ts`,
    from: 'if ((place & HAS_EXITS) !== 0) this.settlement.noteExits(slot);',
    to: '',
  },
  {
    name: 'a bracket waits only for its stop loss',
    file: `${SPOT}/waiting-orders.ts`,
    from: '    if (target === 0) return;',
    to: '    if (target >= 0) return;',
  },
  {
    name: 'a stop on the last trade looks at the index',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'return source === TRIGGER_SOURCE.last ?',
    to: 'return source > TRIGGER_SOURCE.last ?',
  },
  {
    name: 'a trailing stop follows before it is active',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'if (!isBetter && !(extreme === 0 && price === from)) return extra;',
    to: 'if (!isBetter && extreme !== 0) return extra;',
  },
  {
    name: 'a trailing sale is placed at its trigger',
    file: `${SPOT}/conditionals.ts`,
    from: 'Math.max(1, extra.trigger - extra.offset)',
    to: 'Math.max(1, extra.trigger)',
  },
  {
    name: 'an order outlives its time by a tick',
    file: `${SPOT}/expiries.ts`,
    from: 'heap[0]!.key <= ms',
    to: 'heap[0]!.key < ms',
  },
  {
    name: 'a market order ignores its slippage',
    file: `${SPOT}/terms.ts`,
    from: '  if (slippagePpm === 0) return band;',
    to: '  if (slippagePpm >= 0) return band;',
  },
  {
    name: 'an amended stop needs no balance',
    file: `${SPOT}/stop-amendments.ts`,
    from: "if (!this.#covers(slot, market, need)) return 'wallet/insufficient-balance';\n",
    to: '',
  },
  {
    name: 'a filled part of an iceberg keeps its place in the queue',
    file: `${MATCHING}/book.ts`,
    from: '        slot = this.#requeue(ladder, level, slot);\n',
    to: '',
  },
  {
    name: 'an iceberg shows all that is left after its first part',
    file: `${MATCHING}/order-pool.ts`,
    from: 'const shown = Math.min(visible, lots);',
    to: 'const shown = lots;',
  },
  {
    name: 'an iceberg trades what it hides before others at its price',
    file: `${MATCHING}/book.ts`,
    from: 'const shown = isIceberg ? pool.shownLots(slot) : open;',
    to: 'const shown = open;',
  },
  {
    name: 'a restored iceberg shows a whole part',
    file: `${SPOT}/snapshot.ts`,
    from: '{ visible: extra!.visible, shown }',
    to: '{ visible: extra!.visible, shown: Math.min(extra!.visible, record[0]!) }',
  },
  {
    name: 'an amended iceberg may have more parts than a match',
    file: `${SPOT}/amendments.ts`,
    from: 'return visible > 0 && lots >',
    to: 'return visible < 0 && lots >',
  },
  {
    name: 'a market order counts what icebergs hide twice',
    file: `${SPOT}/terms.ts`,
    from: 'if (slot === 0) here += hidden;',
    to: 'if (slot === 0) here += 2 * hidden;',
  },
  {
    name: 'only the resting order loses lots to its own owner',
    file: `${MATCHING}/book.ts`,
    from: 'return lots - prevented;',
    to: 'return lots;',
  },
  {
    name: 'a pair keeps its stop when its leg has lost lots',
    file: `${SPOT}/reductions.ts`,
    from: '    if ((place & IS_LINKED) !== 0) this.#settlement.partners.push(extra.partner);\n',
    to: '',
  },
  {
    name: 'an all-or-nothing order counts its own orders',
    file: `${SPOT}/terms.ts`,
    from: 'order.selfTrade === SELF_TRADE.decrement && !isWhole;',
    to: 'order.selfTrade === SELF_TRADE.decrement;',
  },
  {
    name: 'refusals of orders tell what icebergs hide',
    file: `${SPOT}/terms.ts`,
    from: 'countsHidden = false } = wanted;',
    to: 'countsHidden = true } = wanted;',
  },
  {
    name: 'slippage counts from an order of the same owner',
    file: `${SPOT}/terms.ts`,
    from: 'bestOf(market, command, own), command);',
    to: 'best, command);',
  },
  {
    name: 'a pair of an owner with held money needs no index price',
    file: `${SPOT}/held-prices.ts`,
    from: 'return this.binds(block) && this.refuses(market, pair, timeMs);',
    to: 'return !this.binds(block) && this.refuses(market, pair, timeMs);',
  },
  {
    name: 'all or nothing by total takes the lots of what is shown',
    file: `${SPOT}/terms.ts`,
    from: 'const seesHidden = wanted.own.seesHidden && shown.hasHidden;',
    to: 'const seesHidden = lots > 0 && wanted.own.seesHidden && shown.hasHidden;',
  },
  {
    name: 'a market buy spends more than its owner has on what icebergs hide',
    file: `${SPOT}/terms.ts`,
    from: 'if (reach.quoteUnits <= quoteUnits) return wanted.lots;',
    to: 'if (reach.quoteUnits > 0) return wanted.lots;',
  },
  {
    name: 'a market buy that ends with the money says that it is filled',
    file: `${SPOT}/execution.ts`,
    from: 'const whole = this.quantities[INCOMING_WHOLE]!;',
    to: 'const whole = 0;',
  },
  {
    name: 'icebergs have their next turns in the order of their first ones',
    file: `${MATCHING}/book.ts`,
    from: 'const inTurn = [...slots.slice(next), ...slots.slice(0, next)];',
    to: 'const inTurn = [...slots];',
  },
  {
    name: 'an iceberg gives twice its part in a turn',
    file: `${MATCHING}/book.ts`,
    from: 'given[i] = Math.min(open, icebergs.get(slot)!.visible * turns);',
    to: 'given[i] = Math.min(open, icebergs.get(slot)!.visible * turns * 2);',
  },
  {
    name: 'a stop that a halt holds is not counted',
    file: 'packages/core/src/exchange.ts',
    from: 'count++;',
    to: 'if (this.registry.markets[item.market]?.status !== 1) count++;',
  },
  {
    name: 'the last trade is compared in ticks with the index',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'TRIGGER_SOURCE.last ? market.lastPrice * market.indexPerTick',
    to: 'TRIGGER_SOURCE.last ? market.lastPrice',
  },
  {
    name: 'a stop in ticks waits for that number of the index',
    file: `${SPOT}/conditionals.ts`,
    from: 'isAbove ? price >= trigger * market.indexPerTick : price <= trigger * market.indexPerTick,',
    to: 'isAbove ? price >= trigger : price <= trigger,',
  },
  {
    name: 'a new stop in ticks is compared with that number of the index',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'const trigger = command.trigger * market.indexPerTick;',
    to: 'const { trigger } = command;',
  },
  {
    name: 'a pair in ticks lies around that number of the index',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'isAround(command, seen / market.indexPerTick)',
    to: 'isAround(command, seen)',
  },
  {
    name: 'a trailing sale keeps the decimals of the index',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'mulDivFloor(extreme, PPM - trailPpm, PPM * indexPerTick)',
    to: 'mulDivFloor(extreme, PPM - trailPpm, PPM)',
  },
  {
    name: 'a trailing stop becomes active at that number of the index',
    file: `${SPOT}/conditional-terms.ts`,
    from: 'extreme === 0 ? activation * market.indexPerTick : extreme',
    to: 'extreme === 0 ? activation : extreme',
  },
];
