/** The endpoint of countdowns that cancel orders, and what programs are told of their ends. */
import { isRefusal } from '@glasshouse/protocol';
import type { Catalogue } from '../../../contract/catalogue.ts';
import type { ProgramEvent } from '../../../contract/program-events.ts';
import { submitFor } from '../../../contract/sequencer.ts';
import type { PlacedEvent } from '../../../pipeline/batch.ts';
import type { EndpointHandler } from '../../../http/endpoint-handler.ts';
import { eventPlace } from '../../../values/event-place.ts';
import { UNKNOWN_SYMBOL, type ProgramParts } from './order-name.ts';

const EVERY_MARKET = -1;

export function countDownCancelAll({
  catalogue,
  sequencer,
}: ProgramParts): EndpointHandler<'spot/countdown-cancel-all'> {
  return async ({ symbol, countdownTime }, caller) => {
    const named = symbol === undefined ? null : catalogue.marketOfSymbol(symbol);
    if (named === undefined) return UNKNOWN_SYMBOL;
    const market = named === null ? EVERY_MARKET : named.market.definition.market;
    const atMs = countdownTime === 0 ? 0 : sequencer.nowMs() + countdownTime;
    const { userId: owner } = caller;
    const answer = await submitFor(sequencer, caller, { type: 'cancel-after', owner, market, atMs });
    if (isRefusal(answer)) return answer;
    return { ...(symbol === undefined ? {} : { symbol }), countdownTime, cancelsAtMs: atMs };
  };
}

/** The countdowns that have ended, of owners who listen. */
export function countdownEvents(
  catalogue: Catalogue,
  events: readonly PlacedEvent[],
  isHeard: (owner: number) => boolean,
): ProgramEvent[] {
  return events.flatMap((at) => {
    const { event, timeMs } = at;
    if (event.type !== 'countdown-ended' || !isHeard(event.owner)) return [];
    const { owner, market, count } = event;
    const symbol = market === EVERY_MARKET ? null : catalogue.marketAt(market).symbol.toUpperCase();
    const told = { e: 'countdownEnded', E: timeMs, s: symbol, n: count } as const;
    return [{ owner, place: eventPlace(at), event: told }];
  });
}
