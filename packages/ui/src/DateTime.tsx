/** Renders every point in time; its title names the zone, and the exact time in UTC. */
import { classNames } from './class-names.ts';
import { Figures } from './Figures.tsx';
import { formatTime, zoneOf, type TimeKind } from './time-format.ts';

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
    <time
      translate="no"
      dateTime={iso}
      title={`${formatTime(timeMs)} ${zoneOf(timeMs)} = ${iso}`}
      className={classNames('notranslate', className)}
    >
      <Figures text={formatTime(timeMs, kind, utc)} />
    </time>
  );
}
