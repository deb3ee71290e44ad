/** A row that scrolls sideways, by keyboard too. It fades at an edge behind which there is more. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

const FADES = {
  start: 'mask-l-from-[calc(100%-48px)]',
  end: 'mask-r-from-[calc(100%-48px)]',
} as const;
/** Widths are rounded to whole pixels. */
const SLACK_PX = 1;

interface Hidden {
  readonly start: boolean;
  readonly end: boolean;
}

export function ScrollRow({
  className,
  children,
}: {
  readonly className: string;
  readonly children: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<Hidden>({ start: false, end: false });
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = () => setHidden((before) => changed(before, hiddenOf(element)));
    const observer = new ResizeObserver(look);
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const isScrolled = hidden.start || hidden.end;
  return (
    <div
      ref={row}
      tabIndex={isScrolled ? 0 : undefined}
      data-hidden={Object.entries(hidden)
        .filter(([, is]) => is)
        .map(([edge]) => edge)
        .join(' ')}
      className={`overflow-x-auto ${hidden.start ? FADES.start : ''} ${hidden.end ? FADES.end : ''}`}
    >
      <div className={`w-max ${className}`}>{children}</div>
    </div>
  );
}

function hiddenOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Hidden {
  return { start: scrollLeft > SLACK_PX, end: scrollLeft + clientWidth < scrollWidth - SLACK_PX };
}

const changed = (before: Hidden, now: Hidden): Hidden =>
  before.start === now.start && before.end === now.end ? before : now;
