/** Says during maintenance until when nothing can be moved, and what goes on. */
import { formatTime } from '@glasshouse/ui';
import { Wrench } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';

/** Of '2026-11-20 10:00:18': minutes are enough. */
const TO_MINUTES = 16;

export function MaintenanceBar({ untilMs }: { readonly untilMs: number }) {
  const { t } = useTranslation();
  const time = formatTime(untilMs).slice(0, TO_MINUTES);
  return (
    <p
      role="status"
      className="bg-warn-soft text-fg border-warn/40 flex min-h-10 shrink-0 items-center gap-2.5 border-b px-6 text-[13px]"
    >
      <Wrench aria-hidden className="text-warn size-4 shrink-0" />
      <b className="num font-semibold whitespace-nowrap">{t('maintenance.title', { time })}</b>
      <span className="text-mut">{t('maintenance.text')}</span>
    </p>
  );
}
