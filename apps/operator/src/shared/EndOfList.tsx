/**
 * The end of a list of messages. Keeps itself in view while the list grows, unless the reader has
 * scrolled up. A new React key scrolls back to the end.
 */
import { useEffect, useRef } from 'react';

const NEAR_PX = 40;

export function EndOfList() {
  const end = useRef<HTMLDivElement>(null);
  const isInView = useRef(true);
  useEffect(() => {
    const list = end.current?.parentElement;
    if (list === null || list === undefined) return undefined;
    const look = () => {
      isInView.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    };
    list.addEventListener('scroll', look, { passive: true });
    return () => list.removeEventListener('scroll', look);
  }, []);
  // No dependencies: runs after each render of the list.
  useEffect(() => {
    if (isInView.current) end.current?.scrollIntoView({ block: 'end' });
  });
  return <div ref={end} />;
}
