/** Renders every point in time; its title shows the exact UTC time. */
import { classNames } from './class-names.ts';
import { Figures } from './Figures.tsx';
import { formatTime, type TimeKind } from './time-format.ts';

export interface DateTimeProps {
  readonly timeMs: number | null | undefined;
  readonly kind?: TimeKind;
  readonly utc?: boolean;
  readonly className?: string;
}

export function DateTime({ timeMs, kind = 'full', utc = false, className }: DateTimeProps) {
  if (timeMs === null || timeMs === undefined) return <span className={className}>–</span>;
  const iso = new Date(timeMs).toISOString();
  return (
    <time translate="no" dateTime={iso} title={iso} className={classNames('notranslate', className)}>
      <Figures text={formatTime(timeMs, kind, utc)} />
    </time>
  );
}
