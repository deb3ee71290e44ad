/** The foot of every page: the connection, the clock, and which look is in the log. */
import { formatTime } from '@glasshouse/ui';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '../stream.ts';
import { useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';

const SECOND_MS = 1_000;

export function Foot({ logged }: { readonly logged: ReactNode }) {
  const { t } = useTexts();
  const connection = useConnection();
  const isLost = connection.state === 'lost';
  const text = {
    opening: () => t('opening'),
    live: () => t('live'),
    lost: () => t('offlineSince', { time: isLost ? formatTime(connection.sinceMs, 'time', true) : '' }),
  }[connection.state]();
  const dot = { opening: 'bg-dim', live: 'bg-brand', lost: 'bg-warn' }[connection.state];
  return (
    <footer className="num border-line bg-panel text-mut flex h-[26px] shrink-0 items-center gap-4 border-t px-4 text-[11px] whitespace-nowrap">
      <span className="flex items-center gap-1.5">
        <i aria-hidden className={`size-1.5 rounded-full ${dot}`} />
        {text}
      </span>
      <Clock />
      {logged !== null && (
        <span className="ml-auto flex min-w-0 items-center gap-1.5">
          <ShieldCheck aria-hidden size={13} className="text-brand-ink shrink-0" />
          <span className="truncate">{logged}</span>
        </span>
      )}
    </footer>
  );
}

function Clock() {
  const nowMs = useNow(SECOND_MS);
  return <span>{formatTime(nowMs, 'full', true)} UTC</span>;
}
