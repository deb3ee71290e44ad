/** The audit: the invariants of DESIGN §4 counted afresh from the state, each with its figures. */
import { formatDecimal, mulPpmFloor } from '@glasshouse/money';
import type { Exchange } from './exchange.ts';
import { sideOf } from './features/spot/order-flags.ts';
import { unitsToFreeze } from './features/spot/terms.ts';
import { HOUSE, WALLET } from './accounts.ts';
import { FROZEN, IS_LINKED, IS_WAITING } from './features/spot/order-record.ts';
import { FIELDS, OPEN, OWNER, PLACE, PLACE_MASK, PRICE, QUANTITIES } from './matching/order-record.ts';

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly figures: string;
}

export function audit(exchange: Exchange): Finding[] {
  return [
    ...conservation(exchange),
    noNegatives(exchange),
    frozenByCauses(exchange),
    ordersAreCovered(exchange),
    pairs(exchange),
    ...reserves(exchange),
    ...books(exchange),
  ];
}

/** Per asset, all accounts sum to zero. Summed in BigInt, so that the sum itself cannot lose a unit. */
function conservation(exchange: Exchange): Finding[] {
  const sums = new Map<number, { sum: bigint; accounts: number }>();
  exchange.forEachAccount(({ asset, available, frozen }) => {
    const entry = sums.get(asset) ?? { sum: 0n, accounts: 0 };
    entry.sum += BigInt(available) + BigInt(frozen);
    entry.accounts++;
    sums.set(asset, entry);
  });
  return exchange.assets.map(({ asset, code, decimals }) => {
    const { sum, accounts } = sums.get(asset) ?? { sum: 0n, accounts: 0 };
    const issued = formatDecimal(exchange.ledger.issued(asset), decimals);
    return {
      name: `${code}: all accounts sum to zero`,
      ok: sum === 0n,
      figures: `sum ${sum} over ${accounts} accounts, ${issued} came in`,
    };
  });
}

function noNegatives(exchange: Exchange): Finding {
  let accounts = 0;
  const below: string[] = [];
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) => {
    accounts++;
    const isExternal = owner === HOUSE.external && wallet === WALLET.house;
    const isWhole = Number.isSafeInteger(available) && Number.isSafeInteger(frozen);
    if (!isWhole || frozen < 0 || (available < 0 && !isExternal)) below.push(`${owner}/${wallet}/${asset}`);
  });
  return {
    name: 'nothing below zero',
    ok: below.length === 0,
    figures: below.length === 0 ? `${accounts} accounts` : `below zero: ${below.slice(0, 10).join(', ')}`,
  };
}

/** What is frozen on each account is exactly what its open orders and the reserve's positions hold. */
function frozenByCauses(exchange: Exchange): Finding {
  const causes = new Map<string, bigint>();
  const add = (key: string, units: number): void =>
    void causes.set(key, (causes.get(key) ?? 0n) + BigInt(units));
  let orders = 0;
  forEachSlot(exchange, ({ slot, owner, side, base, quote }) => {
    add(
      `${owner}/${WALLET.exchange}/${side === 0 ? quote : base}`,
      exchange.pool.quantities[slot * QUANTITIES + FROZEN]!,
    );
    orders++;
  });
  for (const position of exchange.secondsContract.positions.values()) {
    const asset = exchange.registry.markets[position.market]!.definition.quote;
    add(
      `${HOUSE.secondsContractReserve}/${WALLET.house}/${asset}`,
      mulPpmFloor(position.stake, position.profitRatePpm),
    );
  }
  const wrong: string[] = [];
  exchange.forEachAccount(({ owner, wallet, asset, frozen }) => {
    const key = `${owner}/${wallet}/${asset}`;
    if (BigInt(frozen) !== (causes.get(key) ?? 0n))
      wrong.push(`${key}: frozen ${frozen}, causes ${causes.get(key) ?? 0n}`);
    causes.delete(key);
  });
  for (const [key, units] of causes) if (units !== 0n) wrong.push(`${key}: frozen 0, causes ${units}`);
  return {
    name: 'frozen equals its causes',
    ok: wrong.length === 0,
    figures:
      wrong.length === 0
        ? `${orders} orders, ${exchange.secondsContract.positions.size} positions`
        : wrong.slice(0, 5).join('; '),
  };
}

/** Every open order has at least what the rest of it may cost. */
function ordersAreCovered(exchange: Exchange): Finding {
  const short: number[] = [];
  let count = 0;
  forEachSlot(exchange, ({ slot, side, market, isWaiting }) => {
    // What waits is checked with its pair.
    if (isWaiting) return;
    count++;
    const need = unitsToFreeze(exchange.registry.markets[market]!, {
      side,
      price: exchange.pool.fields[slot * FIELDS + PRICE]!,
      lots: exchange.pool.quantities[slot * QUANTITIES + OPEN]!,
    });
    if (exchange.pool.quantities[slot * QUANTITIES + FROZEN]! < need) short.push(exchange.pool.idOf(slot));
  });
  return {
    name: 'every open order is covered',
    ok: short.length === 0,
    figures: short.length === 0 ? `${count} orders` : `short: ${short.slice(0, 10).join(', ')}`,
  };
}

/** Each leg of an OCO pair knows the other, they are the same owner's, and together they have frozen what the dearer one needs. */
function pairs(exchange: Exchange): Finding {
  const { orders } = exchange.spot.execution;
  const wrong: number[] = [];
  let legs = 0;
  forEachSlot(exchange, ({ slot, side, market, owner }) => {
    const { fields, quantities } = exchange.pool;
    if ((fields[slot * FIELDS + PLACE]! & IS_LINKED) === 0) return;
    legs++;
    const other = exchange.pool.slotOf(orders.extras.get(slot)!.partner);
    const isMutual = other !== 0 && orders.extras.get(other)!.partner === exchange.pool.idOf(slot);
    const needs = [slot, other].map((leg) =>
      unitsToFreeze(exchange.registry.markets[market]!, {
        side,
        price: fields[leg * FIELDS + PRICE]!,
        lots: quantities[leg * QUANTITIES + OPEN]!,
      }),
    );
    const frozen = [slot, other].reduce((units, leg) => units + quantities[leg * QUANTITIES + FROZEN]!, 0);
    const isOwned = exchange.ledger.ownerOf(fields[other * FIELDS + OWNER]!) === owner;
    if (!isMutual || !isOwned || frozen < Math.max(...needs)) wrong.push(exchange.pool.idOf(slot));
  });
  const waiting = exchange.spot.execution.waiting.total;
  return {
    name: 'orders that wait are paired and covered',
    ok: wrong.length === 0,
    figures:
      wrong.length === 0
        ? `${waiting} wait, ${legs} legs of pairs`
        : `wrong: ${wrong.slice(0, 10).join(', ')}`,
  };
}

/** Escrow holds exactly the stakes and fees of open positions. */
function reserves(exchange: Exchange): Finding[] {
  const held = new Map<number, bigint>();
  for (const position of exchange.secondsContract.positions.values()) {
    const asset = exchange.registry.markets[position.market]!.definition.quote;
    held.set(asset, (held.get(asset) ?? 0n) + BigInt(position.stake + position.fee));
  }
  return exchange.assets
    .filter(
      ({ asset }) =>
        exchange.ledger.find(HOUSE.secondsContractEscrow, WALLET.house, asset) >= 0 &&
        (held.has(asset) ||
          exchange.balance(HOUSE.secondsContractEscrow, WALLET.house, asset).available !== 0),
    )
    .map(({ asset, code, decimals }) => {
      const escrow = exchange.balance(HOUSE.secondsContractEscrow, WALLET.house, asset).available;
      const reserve = exchange.balance(HOUSE.secondsContractReserve, WALLET.house, asset);
      return {
        name: `${code}: escrow holds the stakes and fees of open positions`,
        ok: BigInt(escrow) === (held.get(asset) ?? 0n),
        figures: `escrow ${formatDecimal(escrow, decimals)}, reserve ${formatDecimal(reserve.frozen, decimals)} owed and ${formatDecimal(reserve.available, decimals)} free`,
      };
    });
}

/** No book is crossed; its levels' totals are the sums of their queues. */
function books(exchange: Exchange): Finding[] {
  return exchange.markets.map((market) => {
    const { book } = market;
    const name = `${exchange.registry.assets[market.definition.base]!.code}/${exchange.registry.assets[market.definition.quote]!.code}: book uncrossed and its totals right`;
    let wrong = 0;
    let levels = 0;
    for (const side of [0, 1] as const) {
      for (let price = book.nextPrice(side, 0); price !== 0; price = book.nextPrice(side, price)) {
        levels++;
        const sum = book
          .queueAt(side, price)
          .reduce((lots, slot) => lots + exchange.pool.quantities[slot * QUANTITIES + OPEN]!, 0);
        if (sum !== book.lotsAt(side, price)) wrong++;
      }
    }
    const isUncrossed = book.bestBid === 0 || book.bestAsk === 0 || book.bestBid < book.bestAsk;
    return {
      name,
      ok: isUncrossed && wrong === 0,
      figures: `bid ${book.bestBid}, ask ${book.bestAsk}, ${levels} levels`,
    };
  });
}

function forEachSlot(
  exchange: Exchange,
  visit: (order: {
    slot: number;
    owner: number;
    market: number;
    side: 0 | 1;
    isWaiting: boolean;
    base: number;
    quote: number;
  }) => void,
): void {
  const { fields, highWater } = exchange.pool;
  for (let slot = 1; slot < highWater; slot++) {
    const place = fields[slot * FIELDS + PLACE]!;
    if (place === -1) continue;
    const market = (place & PLACE_MASK) >> 1;
    const { base, quote } = exchange.registry.markets[market]!.definition;
    visit({
      slot,
      owner: exchange.ledger.ownerOf(fields[slot * FIELDS + OWNER]!),
      market,
      side: sideOf(place),
      isWaiting: (place & IS_WAITING) !== 0,
      base,
      quote,
    });
  }
}
