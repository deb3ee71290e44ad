/**
 * The numbers of orders, by which the trading API names them, since ids contain a slot (D0002): the
 * place of an order's first event. They rise with the time of placing.
 */
import type { EventPlace } from '../../pipeline/projection.ts';
import { eventPlace } from '../../values/event-place.ts';

export const orderNumber = (first: Pick<EventPlace, 'seq' | 'ordinal'>): number => eventPlace(first);
