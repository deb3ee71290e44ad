/**
 * The numbers of orders, by which the trading API names them, since ids contain a slot (D0002): the
 * place of an order's first event. They rise with the time of placing. A list of orders has the
 * place of the command that placed them.
 */
import type { OrderChanged } from '@glasshouse/core';
import type { EventPlace } from '../../pipeline/projection.ts';
import { eventPlace } from '../../values/event-place.ts';

type First = Pick<EventPlace, 'seq' | 'ordinal'>;

export const orderNumber = (first: First): number => eventPlace(first);

/** Of the list of an order whose first event is given; null if it has none. */
export const listNumber = ({ partner }: Pick<OrderChanged, 'partner'>, { seq }: First): number | null =>
  partner === 0 ? null : eventPlace({ seq, ordinal: 0 });
