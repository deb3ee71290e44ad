/** The floating button of customer service (R2.14). What it opens is loaded at the first click. */
import { MessageSquare } from 'lucide-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { loadPart } from '#shared/chunk.ts';
import { useStore } from '#shared/external-store.ts';
import { openTexts, useTranslation } from '#shared/i18n.ts';
import { supportPanel } from '#shared/support-panel.ts';
import { useUrlChange } from '#shared/url-state.ts';

const SupportPanel = lazy(() =>
  loadPart(async () => {
    const [{ SupportPanel: Panel }] = await Promise.all([
      import('#app/support/SupportPanel.tsx'),
      openTexts(['app/support']),
    ]);
    return { default: Panel };
  }),
);

const close = () => supportPanel.set(false);

export interface SupportTabProps {
  /** On pages whose figures reach the edge of the window, the tab is as narrow as their margin. */
  readonly isNarrow: boolean;
}

export function SupportTab({ isNarrow }: SupportTabProps) {
  const { t } = useTranslation();
  const isOpen = useStore(supportPanel);
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  useOpenedByAddress();
  const [unread, setUnread] = useState(0);
  return (
    <>
      <button
        type="button"
        id="support-tab"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? t('shell.serviceUnread', { count: unread }) : t('shell.service')}
        title={t('shell.service')}
        onClick={() => supportPanel.set(!isOpen)}
        className={`bg-raised border-line2 text-mut hover:text-fg fixed right-0 bottom-24 z-30 grid h-14 ${isNarrow ? 'w-2.5' : 'w-5.5'} place-items-center rounded-l-lg border border-r-0`}
      >
        <MessageSquare aria-hidden size={isNarrow ? 8 : 14} />
        {unread > 0 && <i className="bg-bad absolute -top-1 -left-1 size-2.5 rounded-full" />}
      </button>
      {wasOpened && (
        <Suspense>
          <SupportPanel isOpen={isOpen} onClose={close} onUnread={setUnread} />
        </Suspense>
      )}
    </>
  );
}

/** ?support=open, as mails lead here; then the address is that of the page alone. */
function useOpenedByAddress(): void {
  const isAsked = useSearch({ strict: false, select: ({ support }) => support === 'open' });
  const change = useEffectEvent(useUrlChange());
  useEffect(() => {
    if (!isAsked) return;
    supportPanel.set(true);
    change({ support: '' });
  }, [isAsked]);
}
