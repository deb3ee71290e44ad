/** The floating button of customer service (R2.14). What it opens is loaded at the first click. */
import { MessageSquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '#shared/chunk.ts';
import { openTexts, useTranslation } from '#shared/i18n.ts';

const SupportPanel = lazy(() =>
  loadPart(async () => {
    const [{ SupportPanel: Panel }] = await Promise.all([
      import('#app/support/SupportPanel.tsx'),
      openTexts(['app/support']),
    ]);
    return { default: Panel };
  }),
);

export function SupportTab() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [unread, setUnread] = useState(0);
  return (
    <>
      <button
        type="button"
        id="support-tab"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? t('shell.serviceUnread', { count: unread }) : t('shell.service')}
        title={t('shell.service')}
        onClick={() => {
          setOpened(true);
          setOpen(!isOpen);
        }}
        className="bg-raised border-line2 text-mut hover:text-fg fixed right-0 bottom-24 z-30 grid h-14 w-5.5 place-items-center rounded-l-lg border border-r-0"
      >
        <MessageSquare aria-hidden size={14} />
        {unread > 0 && <i className="bg-down absolute -top-1 -left-1 size-2.5 rounded-full" />}
      </button>
      {wasOpened && (
        <Suspense>
          <SupportPanel isOpen={isOpen} onClose={() => setOpen(false)} onUnread={setUnread} />
        </Suspense>
      )}
    </>
  );
}
