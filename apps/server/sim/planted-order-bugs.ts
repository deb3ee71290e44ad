/** Planted bugs in single order types, as in `planted-bugs.ts`. */

export interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const SPOT = 'packages/core/src/features/spot';

export const ORDER_BUGS: readonly Mutation[] = [
  {
    name: 'an own order counts as an empty book',
    file: `${SPOT}/terms.ts`,
    from: 'return lots === 0 && meetsOwn && rules.namesOwnOrders;',
    to: 'return false;',
  },
  {
    name: 'two open orders may have one clientOrderId',
    file: `${SPOT}/execution.ts`,
    from: "if (clientOrderId === '' || !this.rules.keepsClientOrderIdsUnique) return false;",
    to: 'if (clientOrderId.length > 0) return false;',
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
    from: 'else if (side === BUY) limit = Math.min(limit, stopBuyCap(market, order.extra.trigger));',
    to: '',
  },
  {
    name: 'a pair freezes the value of its stop at the trigger',
    file: `${SPOT}/conditionals.ts`,
    from: 'stopPrice === 0 ? stopBuyCap(market, command.trigger) : stopPrice',
    to: 'stopPrice === 0 ? command.trigger : stopPrice',
  },
];
