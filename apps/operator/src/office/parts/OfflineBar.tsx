/** The bar of a lost connection: since when, and when it is tried again. */
import { Button, formatTime } from '@glasshouse/ui';
import { TriangleAlert } from 'lucide-react';
import { stream, useConnection } from '../stream.ts';
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';

const SECOND_MS = 1_000;

export function OfflineBar() {
  const { t } = useTexts();
  const connection = useConnection();
  if (connection.state !== 'lost') return null;
  return (
    <div
      role="alert"
      className="border-warn/30 bg-warn-soft text-warn flex h-9 shrink-0 items-center gap-2.5 border-b px-4 text-[12.5px]"
    >
      <TriangleAlert aria-hidden size={15} className="shrink-0" />
      <b className="font-semibold whitespace-nowrap">{t('noConnection')}</b>
      <span className="text-fg min-w-0 truncate">
        {t('noConnectionText', { time: formatTime(connection.sinceMs, 'time', true) })}
      </span>
      <span className="ml-auto flex shrink-0 items-center gap-2.5">
        <NextTry retryMs={connection.retryMs} />
        <Button size="xs" tone="line" onClick={stream.retry}>
          {t('tryNow')}
        </Button>
      </span>
    </div>
  );
}

/** Hidden from screen readers, to which an alert that counts would be read each second. */
function NextTry({ retryMs }: { readonly retryMs: number }) {
  const { t } = useTexts();
  const seconds = Math.max(0, Math.ceil((retryMs - useNow(SECOND_MS)) / SECOND_MS));
  return (
    <span aria-hidden className="num text-fg">
      {seconds === 0 ? t('tryingNow') : t('nextTry', { seconds: String(seconds) })}
    </span>
  );
}
