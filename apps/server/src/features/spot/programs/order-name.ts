/** Finds the order that a request names, by its number or by the name that its client gave it. */
import type { OrderChanged } from '@glasshouse/core';
import type { Operation, Refusal } from '@glasshouse/protocol';
import type { NamedMarket } from '../../../contract/catalogue.ts';
import type { Ports } from '../../../contract/ports.ts';
import { invalidField } from '../../../http/invalid-input.ts';
import type { OrderNumbers, OwnerNumbers } from '../order-numbers.ts';
import { numberInName } from './order-shapes.ts';

export interface ProgramParts extends Pick<Ports, 'catalogue' | 'database' | 'sequencer'> {
  readonly numbers: OrderNumbers;
  /** Whether the guard lets a user do this now. */
  readonly mayDo: (userId: number, operation: Operation) => Promise<boolean>;
}

export interface OrderName {
  readonly symbol: string;
  readonly orderId?: number | undefined;
  readonly origClientOrderId?: string | undefined;
}

export interface FoundOrder {
  readonly order: number;
  readonly named: NamedMarket;
  readonly numbers: OwnerNumbers;
}

export const UNKNOWN_SYMBOL: Refusal = { error: 'market/unknown-pair', field: 'symbol' };
const unknown = (field: 'orderId' | 'origClientOrderId'): Refusal => ({ error: 'spot/unknown-order', field });

/**
 * The open order of an owner; both names must be of one order if both are given. At once if it is
 * found in memory, so that the requests of a batch keep their order.
 */
export function findOpen(
  parts: ProgramParts,
  owner: number,
  name: OrderName,
): FoundOrder | Refusal | Promise<FoundOrder | Refusal> {
  const named = parts.catalogue.marketOfSymbol(name.symbol);
  if (named === undefined) return UNKNOWN_SYMBOL;
  if (name.orderId === undefined && name.origClientOrderId === undefined)
    return invalidField('orderId', 'is required');
  const known = parts.numbers.of(owner);
  return known instanceof Promise
    ? known.then((numbers) => findAmong(parts, owner, { name, named, numbers }))
    : findAmong(parts, owner, { name, named, numbers: known });
}

interface Among {
  readonly name: OrderName;
  readonly named: NamedMarket;
  readonly numbers: OwnerNumbers;
}

function findAmong(
  parts: ProgramParts,
  owner: number,
  { name, named, numbers }: Among,
): FoundOrder | Refusal | Promise<FoundOrder | Refusal> {
  const look = (): FoundOrder | null => {
    const open = openOrder(parts, owner, { ...name, numbers });
    return open?.market === named.market.definition.market ? { order: open.order, named, numbers } : null;
  };
  const missing = unknown(name.orderId === undefined ? 'origClientOrderId' : 'orderId');
  // What is open may be found before the commit in flight, as the core decides anyway; that
  // nothing is must be so on the disk.
  return look() ?? parts.sequencer.read(look).then((found) => found ?? missing);
}

function openOrder(
  { catalogue }: ProgramParts,
  owner: number,
  name: Pick<OrderName, 'orderId' | 'origClientOrderId'> & { readonly numbers: OwnerNumbers },
): OrderChanged | null {
  const { spot } = catalogue.exchange.features;
  const { orderId, origClientOrderId, numbers } = name;
  const byNumber = (number: number): OrderChanged | null => {
    const order = numbers.idOf(number);
    return order === undefined ? null : spot.openOrder(owner, order);
  };
  const numberedOrder = orderId === undefined ? undefined : byNumber(orderId);
  if (origClientOrderId === undefined) return numberedOrder ?? null;
  const own = numberInName(origClientOrderId);
  const namedOrder =
    spot.openOrderOfClient(owner, origClientOrderId) ?? (own === null ? null : byNumber(own));
  return numberedOrder === undefined || numberedOrder?.order === namedOrder?.order ? namedOrder : null;
}
