/**
 * The amber bar while the stream is down: since when prices are frozen, and when the site tries
 * again.
 */
import { Button, formatTime } from '@glasshouse/ui';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { retryNow, useStreamStatus } from '#data/stream.ts';

export function OfflineBar() {
  const { t } = useTranslation();
  const { state, lastFrameMs, retryAtMs } = useStreamStatus();
  if (state !== 'lost') return null;
  return (
    <div
      role="alert"
      className="bg-warn-soft text-fg border-warn/40 flex h-10 shrink-0 items-center gap-2.5 border-b px-6 text-[13px]"
    >
      <WifiOff aria-hidden className="text-warn size-4" />
      <b className="font-semibold">{t('shell.offline')}</b>
      <span className="text-mut">{t('shell.offlineText', { time: formatTime(lastFrameMs, 'time') })}</span>
      <span className="text-mut ml-auto">
        <Countdown untilMs={retryAtMs} />
      </span>
      <Button size="xs" tone="line" onClick={retryNow}>
        {t('shell.retryNow')}
      </Button>
    </div>
  );
}

function Countdown({ untilMs }: { readonly untilMs: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((untilMs - now) / 1000);
  return seconds > 0 ? t('shell.retryIn', { seconds }) : t('shell.retrying');
}
