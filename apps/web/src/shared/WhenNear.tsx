/**
 * Reserves space and renders its content when it is nearly in view. For content below the fold with
 * scripts of its own.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';

export interface WhenNearProps {
  /** Classes that give the space the size of its content. */
  readonly className: string;
  readonly children: ReactNode;
}
const NEAR = '600px';

export function WhenNear({ className, children }: WhenNearProps) {
  const host = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (host.current === null || near) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    );
    observer.observe(host.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={host} className={className}>
      {near && children}
    </div>
  );
}
