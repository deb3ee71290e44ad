/**
 * Finds the order that a call names, by its id or by the id that its owner gave it. An order of
 * someone else is answered like a missing one.
 */
import type { OrderChanged } from '@glasshouse/core';
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import { invalidField } from '../../http/invalid-input.ts';
import type { Ports } from '../../contract/ports.ts';
import { readOrder, readOrderOfClient } from './queries.ts';
import type { OrderFields } from './rows.ts';

interface OrderName {
  readonly id?: string | undefined;
  readonly clientOrderId?: string | undefined;
}
type Key = { readonly id: number } | { readonly clientOrderId: string };

/** The order's number, which the core checks. Only a clientOrderId has to be looked up. */
export async function numberOf(parts: Ports, owner: number, name: OrderName): Promise<number | Refusal> {
  const key = keyOf(name);
  if (isRefusal(key)) return key;
  if ('id' in key) return key.id;
  const found = await findOrder(parts, owner, name);
  return isRefusal(found) ? found : found.order;
}

/** The open order as the core has it, else the stored one. */
export async function findOrder(
  parts: Ports,
  owner: number,
  name: OrderName,
): Promise<Omit<OrderChanged, 'type'> | Refusal> {
  const key = keyOf(name);
  if (isRefusal(key)) return key;
  const { spot } = parts.catalogue.exchange.features;
  const open = await parts.sequencer.read(() =>
    'id' in key ? spot.openOrder(owner, key.id) : spot.openOrderOfClient(owner, key.clientOrderId),
  );
  return open ?? storedOrder(parts, owner, name);
}

/** The order as the last commit left it; of several with one clientOrderId the open one. */
export async function storedOrder(
  { database, catalogue, sequencer }: Ports,
  owner: number,
  name: OrderName,
): Promise<OrderFields | Refusal> {
  const key = keyOf(name);
  if (isRefusal(key)) return key;
  const { spot } = catalogue.exchange.features;
  const id =
    'id' in key
      ? key.id
      : await sequencer.read(() => spot.openOrderOfClient(owner, key.clientOrderId)?.order);
  const found =
    id === undefined && 'clientOrderId' in key
      ? await readOrderOfClient(database, owner, key.clientOrderId)
      : await readOrder(database, id ?? 0);
  return found !== null && found.owner === owner ? found : unknown('id' in key ? 'id' : 'clientOrderId');
}

function keyOf({ id, clientOrderId }: OrderName): Key | Refusal {
  if (clientOrderId === undefined) {
    if (id === undefined) return invalidField('id', 'is required, or clientOrderId');
    return Number.isSafeInteger(Number(id)) ? { id: Number(id) } : unknown('id');
  }
  return id === undefined ? { clientOrderId } : invalidField('clientOrderId', 'not together with id');
}

const unknown = (field: keyof OrderName): Refusal => ({ error: 'spot/unknown-order', field });
