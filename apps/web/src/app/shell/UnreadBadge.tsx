/** The number of unread messages and of events not yet seen, with a link to both. */
import { Bell } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { useNewsCount } from '#data/news-count.ts';
import { useUnreadCount } from '#data/person.ts';
import { PageLink } from '#shared/PageLink.tsx';

const SHOWN_MAX = 99;

export function UnreadBadge() {
  const { t } = useTranslation();
  const unread = useUnreadCount();
  const events = useNewsCount();
  const count = (unread ?? 0) + events;
  const messages =
    unread === undefined
      ? t('shell.notifications')
      : unread > 0
        ? t('shell.unread', { count: unread })
        : t('shell.noUnread');
  const text = events === 0 ? messages : t('shell.unreadWithNews', { total: count, messages, count: events });
  return (
    <PageLink
      to="/setting/message"
      aria-label={text}
      className="group text-mut hover:bg-raised hover:text-fg relative grid size-8 place-items-center rounded-md"
    >
      <Bell aria-hidden className="size-[17px]" />
      {count > 0 && (
        <span
          translate="no"
          className="num notranslate bg-bad-btn absolute top-0 right-0 grid h-[15px] min-w-[15px] place-items-center rounded-full px-0.5 text-[10px] leading-none font-bold text-white"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
      <span
        aria-hidden
        className="border-line2 bg-panel text-fg shadow-pop pointer-events-none invisible absolute top-9 right-0 z-30 rounded-md border px-2.5 py-1 text-[12px] whitespace-nowrap group-hover:visible group-focus-visible:visible"
      >
        {text}
      </span>
    </PageLink>
  );
}
