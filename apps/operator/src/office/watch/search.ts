/** The query parameters of the queue of the watch: its view, its filters, and what is open. */
import {
  WATCH_RULES,
  WATCH_STATES,
  WATCH_VIEWS,
  type WatchRule,
  type WatchState,
  type WatchView,
} from '@glasshouse/protocol/watch/rules';

export interface WatchSearch {
  /** Absent: open cases. */
  readonly view?: WatchView;
  readonly rule?: WatchRule;
  readonly state?: WatchState;
  readonly user?: number;
  /** The number of the case that is open beside the queue. */
  readonly id?: number;
}

export function watchSearch({ view, rule, state, user, id }: Readonly<Record<string, unknown>>): WatchSearch {
  const knownView = WATCH_VIEWS.find((each) => each === view && each !== 'waiting');
  const knownRule = WATCH_RULES.find((each) => each === rule);
  const knownState = WATCH_STATES.find((each) => each === state);
  const knownUser = numberOf(user);
  const knownId = numberOf(id);
  return {
    ...(knownView === undefined ? {} : { view: knownView }),
    ...(knownRule === undefined ? {} : { rule: knownRule }),
    ...(knownState === undefined ? {} : { state: knownState }),
    ...(knownUser === undefined ? {} : { user: knownUser }),
    ...(knownId === undefined ? {} : { id: knownId }),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value.trim()) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
