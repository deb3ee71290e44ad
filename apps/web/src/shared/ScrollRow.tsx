/** A row that scrolls sideways, by keyboard too. It fades at an edge behind which there is more. */
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** By the edges behind which there is more. */
const FADES: Readonly<Record<string, string>> = {
  start: '[mask-image:linear-gradient(to_right,transparent,black_48px)]',
  end: '[mask-image:linear-gradient(to_left,transparent,black_48px)]',
  'start end':
    '[mask-image:linear-gradient(to_right,transparent,black_48px,black_calc(100%-48px),transparent)]',
};
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
  const edges = (['start', 'end'] as const).filter((edge) => hidden[edge]).join(' ');
  return (
    <div
      ref={row}
      tabIndex={edges === '' ? undefined : 0}
      data-hidden={edges}
      className={`overflow-x-auto ${FADES[edges] ?? ''}`}
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
