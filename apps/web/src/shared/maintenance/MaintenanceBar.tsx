/**
 * Says what the platform refuses for now, and what goes on: during maintenance until when, or while
 * it is short of storage.
 */
import { formatTime } from '@glasshouse/ui';
import { HardDrive, Wrench } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';

/** Of '2026-11-20 10:00:18': minutes are enough. */
const TO_MINUTES = 16;

/** `untilMs` undefined: there is no maintenance, but no room on the disk. */
export function MaintenanceBar({ untilMs }: { readonly untilMs: number | undefined }) {
  const { t } = useTranslation();
  const isClosed = untilMs !== undefined;
  const Icon = isClosed ? Wrench : HardDrive;
  return (
    <p
      role="status"
      className="bg-warn-soft text-fg border-warn/40 flex min-h-10 shrink-0 items-center gap-2.5 border-b px-6 text-[13px]"
    >
      <Icon aria-hidden className="text-warn size-4 shrink-0" />
      <b className="num font-semibold whitespace-nowrap">
        {isClosed
          ? t('maintenance.title', { time: formatTime(untilMs).slice(0, TO_MINUTES) })
          : t('maintenance.noRoomTitle')}
      </b>
      <span className="text-mut">{t(isClosed ? 'maintenance.text' : 'maintenance.noRoomText')}</span>
    </p>
  );
}
