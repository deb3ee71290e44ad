/** Things that the components on the screen give to the frame: keys, acts, searches. */
import { useEffect, useRef } from 'react';

export interface Registry<T> {
  /** Gives items as long as the component is on the screen; they may differ at each rendering. */
  readonly useGiven: (items: readonly T[]) => void;
  /** What is given now, in the order in which the components came. */
  readonly all: () => T[];
}

export function createRegistry<T>(): Registry<T> {
  const given = new Set<{ current: readonly T[] }>();
  return {
    useGiven: (items) => {
      const latest = useRef(items);
      useEffect(() => {
        latest.current = items;
      });
      useEffect(() => {
        given.add(latest);
        return () => void given.delete(latest);
      }, []);
    },
    all: () => [...given].flatMap(({ current }) => current),
  };
}
