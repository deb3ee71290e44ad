/**
 * Tells programs of the exchange account: its balances after a command that changed them, and what
 * came in or left by anything but trading.
 */
import { WALLET } from '@glasshouse/core';
import { formatFixed } from '@glasshouse/money';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { ProgramEvent, ProgramEvents } from '../../contract/program-events.ts';
import type { PlacedEvent } from '../../pipeline/batch.ts';
import { eventPlace } from '../../values/event-place.ts';

/** Postings of trading, which executions tell of. */
const OF_TRADING: ReadonlySet<string> = new Set(['order-frozen', 'order-released', 'trade', 'fee']);

interface Changes {
  at: PlacedEvent;
  /** By asset: units that came in or left otherwise. */
  readonly assets: Map<number, number>;
}

export function balanceEvents(catalogue: Catalogue): ProgramEvents {
  return {
    of: ({ events }, isHeard) => {
      const byOwner = new Map<number, Changes>();
      const told: ProgramEvent[] = [];
      for (const at of events) {
        const { event } = at;
        if (event.type !== 'posting' || event.wallet !== WALLET.exchange || !isHeard(event.owner)) continue;
        const changes = byOwner.get(event.owner) ?? { at, assets: new Map<number, number>() };
        byOwner.set(event.owner, changes);
        changes.at = at;
        const moved = OF_TRADING.has(event.reason) ? 0 : event.available + event.frozen;
        changes.assets.set(event.asset, (changes.assets.get(event.asset) ?? 0) + moved);
      }
      // The memory is what was committed: the next batch is applied after this.
      for (const [owner, changes] of byOwner) told.push(...eventsOf(catalogue, owner, changes));
      return told;
    },
  };
}

function* eventsOf(catalogue: Catalogue, owner: number, { at, assets }: Changes): Iterable<ProgramEvent> {
  const { timeMs } = at;
  const place = eventPlace(at);
  const balances = [...assets.keys()].map((number) => {
    const { available, frozen } = catalogue.exchange.balance(owner, WALLET.exchange, number);
    const { code, decimals } = catalogue.assetAt(number);
    return { a: code, f: formatFixed(available, decimals), l: formatFixed(frozen, decimals) };
  });
  yield { owner, place, event: { e: 'outboundAccountPosition', E: timeMs, u: timeMs, B: balances } };
  for (const [number, units] of assets) {
    if (units === 0) continue;
    const { code, decimals } = catalogue.assetAt(number);
    const sign = units < 0 ? '-' : '';
    const delta = `${sign}${formatFixed(Math.abs(units), decimals)}`;
    yield { owner, place, event: { e: 'balanceUpdate', E: timeMs, a: code, d: delta, T: timeMs } };
  }
}
