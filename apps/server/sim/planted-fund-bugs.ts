/** Planted bugs in funds, as in `planted-bugs.ts`. */
import type { Mutation } from './planted-order-bugs.ts';

const FUND = 'packages/core/src/features/fund';
const QUOTE = 'packages/protocol/src/features/fund/quote.ts';

export const FUND_BUGS: readonly Mutation[] = [
  {
    name: 'a purchase of a fund costs the notional rounded down',
    file: QUOTE,
    from: 'mulDivCeil(units, nav, scaleOf(quoteDecimals));',
    to: 'mulDivFloor(units, nav, scaleOf(quoteDecimals));',
  },
  {
    name: 'a unit of a fund is backed by coins rounded down',
    file: QUOTE,
    from: 'mulDivCeil(units, quantity, BASKET_SHARES);',
    to: 'mulDivFloor(units, quantity, BASKET_SHARES);',
  },
  {
    name: 'a NAV that meets a trigger of a fund exactly does not reach it',
    file: `${FUND}/triggers.ts`,
    from: 'while (entries.length > 0 && entries[0]!.key <= bound) {',
    to: 'while (entries.length > 0 && entries[0]!.key < bound) {',
  },
  {
    name: 'a profit of a fund does not use what is set aside for it',
    file: `${FUND}/fund.ts`,
    from: 'if (end.profit > this.#bookings.free(holding.quote) + holding.cover) return false;',
    to: 'if (end.profit > this.#bookings.free(holding.quote)) return false;',
  },
  {
    name: "somebody else's holding of a fund can be ended",
    file: `${FUND}/fund.ts`,
    from: "if (holding?.owner !== owner) return 'fund/not-holding';",
    to: "if (holding === undefined) return 'fund/not-holding';",
  },
  {
    name: 'a holding whose end is due can be sold before',
    file: `${FUND}/fund.ts`,
    from: "return this.#ending.has(number) ? 'fund/closing' : holding;",
    to: 'return holding;',
  },
  {
    name: 'a liquidation of a fund costs a fee',
    file: `${FUND}/fund.ts`,
    from: 'if (status === HOLDING_STATUS.liquidated) return 0;',
    to: 'if (status === HOLDING_STATUS.liquidated) return sellFeePpm;',
  },
];
