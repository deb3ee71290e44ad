/** Planted bugs in deposits, withdrawals, holds and exchanges, as in `planted-bugs.ts`. */
import type { Mutation } from './planted-order-bugs.ts';

const CORE = 'packages/core/src';
const FUNDING = `${CORE}/features/funding`;
const SPOT = `${CORE}/features/spot`;
const EXCHANGE = `${CORE}/features/flash-exchange`;

export const FUNDING_BUGS: readonly Mutation[] = [
  {
    name: 'a deposit is credited again',
    file: `${FUNDING}/funding.ts`,
    from: "    const reference = { use: USE.deposit, chain, txid, output };\n    if (this.references.has(reference)) return 'funding/reference-used';\n",
    to: '    const reference = { use: USE.deposit, chain, txid, output };\n    if (this.references.has(reference)) this.references.count;\n',
  },
  {
    name: 'a reference is one output of all that a transaction has',
    file: `${FUNDING}/references.ts`,
    from: 'new DataView(bytes.buffer).setUint32(TXID_BYTES, output);',
    to: 'new DataView(bytes.buffer).setUint32(TXID_BYTES, output >> 31);',
  },
  {
    name: 'a restart forgets references',
    file: `${FUNDING}/references.ts`,
    from: 'for (let left = bytes.length / ENTRY_BYTES; left > 0; left--) this.#index(++this.#count);',
    to: 'for (let left = bytes.length / ENTRY_BYTES; left > 0; left--) if (++this.#count > 4) this.#index(this.#count);',
  },
  {
    name: 'one output settles two withdrawals',
    file: `${FUNDING}/funding.ts`,
    from: "    if (!isCovered) return 'funding/chain-short';\n    this.references.add(reference);\n",
    to: "    if (!isCovered) return 'funding/chain-short';\n",
  },
  {
    name: 'a refused deposit uses up its reference',
    file: `${FUNDING}/funding.ts`,
    from: 'if (refusal !== null) return refusal;\n    this.references.add(reference);',
    to: 'this.references.add(reference);\n    if (refusal !== null) return refusal;',
  },
  {
    name: 'a withdrawal does not freeze its fee',
    file: `${FUNDING}/withdrawals.ts`,
    from: 'amount + fee;',
    to: 'amount + 0 * fee;',
  },
  {
    name: 'a cancelled withdrawal keeps the fee',
    file: `${FUNDING}/funding.ts`,
    from: "ledger.release({ account, units, reason: FUNDING_REASON['withdrawal-returned'], reference });",
    to: "ledger.release({ account, units: withdrawal.amount, reason: FUNDING_REASON['withdrawal-returned'], reference });",
  },
  {
    name: 'an approved withdrawal can be cancelled',
    file: `${FUNDING}/funding.ts`,
    from: "    if (withdrawal.status !== STATUS.requested) return 'funding/withdrawal-state';\n    this.#giveBack(withdrawal, STATUS.cancelled, timeMs);",
    to: '    this.#giveBack(withdrawal, STATUS.cancelled, timeMs);',
  },
  {
    name: "somebody else's withdrawal can be cancelled",
    file: `${FUNDING}/funding.ts`,
    from: 'withdrawal === undefined || withdrawal.owner !== owner',
    to: 'withdrawal === undefined || owner < 0',
  },
  {
    name: 'a withdrawal settles before it is approved',
    file: `${FUNDING}/funding.ts`,
    from: "if (withdrawal.status !== STATUS.approved) return 'funding/withdrawal-state';",
    to: "if (withdrawal.status > STATUS.approved) return 'funding/withdrawal-state';",
  },
  {
    name: 'two approvals count on the same coins of a chain',
    file: `${FUNDING}/funding.ts`,
    from: 'coin.approved += amount;\n    this.#change',
    to: 'this.#change',
  },
  {
    name: 'a rejected withdrawal keeps its coins set aside',
    file: `${FUNDING}/funding.ts`,
    from: 'this.#coinOf(withdrawal).approved -= withdrawal.amount;',
    to: 'this.#coinOf(withdrawal).approved -= 0;',
  },
  {
    name: 'a halted chain takes withdrawals',
    file: `${FUNDING}/funding.ts`,
    from: "    if (coin.status === CHAIN_STATUS.halted) return 'funding/halted';\n    if (!ADDRESS",
    to: '    if (!ADDRESS',
  },
  {
    name: 'what completes a whole unit is lost',
    file: `${FUNDING}/chain-coins.ts`,
    from: 'this.#setRest(coin, coin.rest + rest - carried * 10 ** coin.restDecimals);',
    to: 'this.#setRest(coin, (coin.rest + rest) % 10);',
  },
  {
    name: 'a network cost takes its fraction from nowhere',
    file: `${FUNDING}/chain-coins.ts`,
    from: 'units: units + borrowed,',
    to: 'units: Math.max(1, units),',
  },
  {
    name: 'held money is withdrawn',
    file: `${FUNDING}/funding.ts`,
    from: "return heldMoney.refuses(OUTFLOW.withdrawal, owner, { asset, units }) ? 'wallet/held' : null;",
    to: 'return null;',
  },
  {
    name: 'held money is transferred into play',
    file: `${CORE}/features/wallet/wallet.ts`,
    from: "    if (isPlayWallet(to) && heldMoney.refuses(OUTFLOW.play, owner, { asset, units })) return 'wallet/held';\n",
    to: '',
  },
  {
    name: 'a stake does not look at held money',
    file: `${CORE}/features/seconds-contract/seconds-contract.ts`,
    from: 'if (this.#kernel.heldMoney.refuses(OUTFLOW.play, owner, { asset: stake.asset, units: 0 }))',
    to: 'if (owner < 0)',
  },
  {
    name: 'a coin that was traded away is not missed at the outflow of another',
    file: `${CORE}/ledger/held-money.ts`,
    from: '    for (const [asset, units] of held) {\n',
    to: '    for (const [asset, units] of held) {\n      if (!out.some((one) => one.asset === asset)) continue;\n',
  },
  {
    name: 'what is on its way out counts as held money that is there',
    file: `${CORE}/ledger/held-money.ts`,
    from: 'let units = -(this.#leaving.get(owner)?.get(asset) ?? 0);',
    to: 'let units = 0 * (this.#leaving.get(owner)?.get(asset) ?? 0);',
  },
  {
    name: 'the last unit of what is free is held',
    file: `${CORE}/ledger/held-money.ts`,
    from: 'if (left < units) return true;',
    to: 'if (left <= units) return true;',
  },
  {
    name: 'the earlier of two ends holds',
    file: `${FUNDING}/holds.ts`,
    from: 'there.untilMs = Math.max(untilMs, there.untilMs);',
    to: 'there.untilMs = Math.min(untilMs, there.untilMs);',
  },
  {
    name: 'a final deposit stays held',
    file: `${FUNDING}/funding.ts`,
    from: '    this.moneyHolds.shrink({ owner, asset, reason: HOLD_REASON.deposit, units: amount });\n',
    to: '',
  },
  {
    name: 'what comes back of a withdrawal can be staked at once',
    file: `${FUNDING}/funding.ts`,
    from: '    this.moneyHolds.place({ owner, asset, reason: HOLD_REASON.returned, units, untilMs });\n',
    to: '',
  },
  {
    name: 'the table of withdrawals keeps the first state',
    file: 'apps/server/src/features/funding/projection.ts',
    from: "update: ['status', 'changed_ms', 'txid',",
    to: "update: ['changed_ms', 'txid',",
  },
  {
    name: 'a deposit is counted again when it is final',
    file: 'apps/server/src/features/funding/projection.ts',
    from: "if (event.type === 'deposit-changed' && event.status === FIRST_STATUS)",
    to: "if (event.type === 'deposit-changed')",
  },
  {
    name: 'a quote is taken after its time',
    file: `${EXCHANGE}/flash-exchange.ts`,
    from: "return timeMs > validUntilMs ? 'flash-exchange/quote-expired' : null;",
    to: "return timeMs > validUntilMs + 5_000 ? 'flash-exchange/quote-expired' : null;",
  },
  {
    name: 'a quote is good for as long as it says',
    file: `${EXCHANGE}/flash-exchange.ts`,
    from: 'validUntilMs - timeMs > QUOTE_MS_MAX',
    to: 'validUntilMs - timeMs > 2 * QUOTE_MS_MAX',
  },
  {
    name: 'the treasury gives more than it gets',
    file: `${EXCHANGE}/offers.ts`,
    from: 'worth <= value && ',
    to: 'worth * 100n <= value * 101n && ',
  },
  {
    name: 'the owner gets less than the band allows',
    file: `${EXCHANGE}/offers.ts`,
    from: 'BigInt(PPM - band)',
    to: 'BigInt(PPM - 2 * band)',
  },
  {
    name: 'an old price is good enough for an exchange',
    file: `${EXCHANGE}/offers.ts`,
    from: 'const PRICE_AGE_MS_MAX = 5_000;',
    to: 'const PRICE_AGE_MS_MAX = 500_000_000;',
  },
  {
    name: 'an exchange does not look at held money',
    file: `${EXCHANGE}/flash-exchange.ts`,
    from: 'if (heldMoney.refuses(OUTFLOW.exchange, owner, ...out))',
    to: 'if (heldMoney.refuses(OUTFLOW.exchange, 0 - owner, ...out))',
  },
  {
    name: 'an exchange is paid twice',
    file: `${EXCHANGE}/flash-exchange.ts`,
    from: 'units: receive };',
    to: 'units: 2 * receive };',
  },
  {
    name: 'only the first part of dust is exchanged',
    file: `${EXCHANGE}/flash-exchange.ts`,
    from: 'for (const swap of swaps) this.#swap(swap, timeMs);',
    to: 'this.#swap(swaps[0]!, timeMs);',
  },
  {
    name: 'dust is as large as one likes',
    file: `${EXCHANGE}/flash-exchange.ts`,
    from: "    if (parts.some(({ pay }, i) => pay > offers[i]!.maxDust)) return 'flash-exchange/above-maximum';\n",
    to: '',
  },
  {
    name: 'a held owner sells at any price of the band',
    file: `${SPOT}/terms.ts`,
    from: "  if (own.isHeld && own.held.refuses(market, command, own.timeMs)) return 'spot/held-price';\n",
    to: '',
  },
  {
    name: 'a held owner sells at market as others do',
    file: `${SPOT}/terms.ts`,
    from: 'return isHeld ? held.narrow(market, side, limit) : limit;',
    to: 'return isHeld && limit < 0 ? held.narrow(market, side, limit) : limit;',
  },
  {
    name: 'a held owner trades by an old index price',
    file: `${SPOT}/held-prices.ts`,
    from: 'indexPrice === 0 || timeMs - indexMs > INDEX_AGE_MS_MAX',
    to: 'indexPrice === 0',
  },
  {
    name: 'a held owner amends to a far price',
    file: `${SPOT}/amendments.ts`,
    from: "    if (isHeld && this.held.refuses(market, order, timeMs)) return 'spot/held-price';\n",
    to: '',
  },
  {
    name: 'a stop of a held owner fires at a far limit',
    file: `${SPOT}/conditionals.ts`,
    from: 'this.held.binds(block) && this.held.refuses(market, { side, price }, market.indexMs)',
    to: 'false',
  },
  {
    name: 'a stop of a held owner sells at market as others do',
    file: `${SPOT}/conditionals.ts`,
    from: '      if (this.held.binds(block)) limit = this.held.narrow(market, side, limit);\n',
    to: '',
  },
  {
    name: 'money that came back from a withdrawal binds to the index',
    file: `${CORE}/ledger/held-money.ts`,
    from: 'holds.some(({ reason }) => (CLOSED[reason]! & OUTFLOW.withdrawal) !== 0)',
    to: 'holds.length > 0',
  },
  {
    name: 'capital is taken from what customers have in escrow',
    file: 'packages/core/src/exchange.ts',
    from: 'capitalOwners: new Set(Object.values(CAPITAL))',
    to: 'capitalOwners: new Set(Array.from({ length: 100 }, (_, owner) => owner))',
  },
  {
    name: 'capital is issued to an account that holds coins of customers',
    file: `${CORE}/features/wallet/wallet.ts`,
    from: '!isOutside(owner) && capitalOwners.has(owner);',
    to: '!isOutside(owner);',
  },
];
