/** The orders of a user, for operators. */
import { lookAt } from '../../contract/person-look.ts';
import type { Ports } from '../../contract/ports.ts';
import type { Handler } from '../../http/handler.ts';
import { readOrders } from './queries.ts';

export function ordersOf(ports: Ports): Handler<'people/get-orders'> {
  return async ({ user, ...query }, caller) =>
    (await lookAt(ports, caller, { act: 'people/get-orders', user })) ??
    readOrders(ports, { owner: user, ...query });
}
