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
    name: "somebody else's holding of a fund can be ended",
    file: `${FUND}/fund.ts`,
    from: "if (holding?.owner !== owner) return 'fund/not-holding';",
    to: "if (holding === undefined) return 'fund/not-holding';",
  },
  {
    name: 'a holding whose end is due can be sold before',
    file: `${FUND}/fund.ts`,
    from: "return holding.orderedEnd !== 0 || this.#ending.has(number) ? 'fund/closing' : holding;",
    to: "return holding.orderedEnd !== 0 ? 'fund/closing' : holding;",
  },
  {
    name: 'a liquidation of a fund costs a fee',
    file: `${FUND}/holding.ts`,
    from: 'if (status === HOLDING_STATUS.liquidated) return 0;',
    to: 'if (status === HOLDING_STATUS.liquidated) return sellFeePpm;',
  },
  {
    name: 'a fund order executes at the NAV that was known when it was accepted',
    file: `${FUND}/fund.ts`,
    from: '    this.offers.onTick(tick);\n    for (const fund of this.offers.all()) {',
    to: '    const known = this.offers.all().map((fund) => ({ ...fund }));\n    this.offers.onTick(tick);\n    for (const fund of known) {',
  },
  {
    name: 'an order of a fund waits for a NAV for ever',
    file: `${FUND}/waiting-orders.ts`,
    from: 'const isLate = tickMs - sinceMs > ORDER_GRACE_MS;',
    to: 'const isLate = tickMs - sinceMs > 1e15;',
  },
  {
    name: 'a purchase of a fund names a bound as high as it likes',
    file: `${FUND}/fund.ts`,
    from: 'maxNav > highestBoundOf(nav)',
    to: 'maxNav < 0',
  },
  {
    name: 'a profit that the reserve cannot pay is lost',
    file: QUOTE,
    from: 'inCoins: end.payout - (paid - fee)',
    to: 'inCoins: 0',
  },
  {
    name: 'coins that pay a profit are rounded down',
    file: QUOTE,
    from: 'inCoins === 0 ? 0 : mulDivCeil(coins, inCoins, value)',
    to: 'inCoins === 0 ? 0 : mulDivFloor(coins, inCoins, value)',
  },
  {
    name: 'a fee that margin and profit cannot pay is taken from other money of the owner',
    file: QUOTE,
    from: 'const fee = Math.min(end.fee, paid);',
    to: 'const fee = end.fee;',
  },
  {
    name: 'a profit is paid in coins before the reserve is empty',
    file: `${FUND}/fund.ts`,
    from: 'paymentOf(settlement, this.#bookings.free(holding.quote) + holding.cover)',
    to: 'paymentOf(settlement, holding.cover)',
  },
  {
    name: 'a purchase of a fund is filled above its bound',
    file: `${FUND}/holding.ts`,
    from: 'if (nav > holding.maxNav) return ORDER_REASON.navMoved;',
    to: 'if (nav > 2 * holding.maxNav) return ORDER_REASON.navMoved;',
  },
  {
    name: 'what was set aside beyond the cost of a fund stays frozen',
    file: `${FUND}/fund.ts`,
    from: 'this.#bookings.fill(holding, reportedForm(holding, quoteDecimals));',
    to: 'this.#bookings.fill(holding, holding);',
  },
  {
    name: 'interest of a fund is charged on the margin instead of the loan',
    file: `${FUND}/holding.ts`,
    from: 'interestOf(holding.notional - holding.margin, holding.lendingDailyPpb, days);',
    to: 'interestOf(holding.margin, holding.lendingDailyPpb, days);',
  },
  {
    name: 'a purchase of a fund does not look at held money',
    file: `${FUND}/fund.ts`,
    from: "if (heldMoney.refuses(OUTFLOW.play, owner, { asset: offer.quote, units: payment })) return 'wallet/held';",
    to: 'void heldMoney;',
  },
  {
    name: 'money that may not be staked buys a fund',
    file: `${FUND}/fund.ts`,
    from: 'OUTFLOW.play',
    to: 'OUTFLOW.exchange',
  },
  {
    name: 'a fund is sold at the moment of its end',
    file: `${FUND}/fund-offer.ts`,
    from: 'timeMs < endsMs',
    to: 'timeMs <= endsMs',
  },
  {
    name: 'the cover of one holding pays the profit of another',
    file: `${FUND}/fund.ts`,
    from: 'this.#bookings.free(holding.quote) + holding.cover',
    to: 'this.#bookings.free(holding.quote) + 2 * holding.cover',
  },
  {
    name: 'the books owe a purchase of a fund that waits a profit',
    file: `${FUND}/promises.ts`,
    from: 'isWaiting(holding) ? 0 : Math.max(0, value - notional)',
    to: 'Math.max(0, value - notional)',
  },
  {
    name: 'the books owe in coins what the reserve pays',
    file: `${FUND}/promises.ts`,
    from: 'sum.inCoins.now += Math.max(0, profit - cover);',
    to: 'sum.inCoins.now += profit;',
  },
];
