/** The end of a list of messages: scrolled to when it appears. Its key says what has changed. */
import { useEffect, useRef } from 'react';

export function EndOfList() {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, []);
  return <div ref={end} />;
}
