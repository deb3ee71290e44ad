/** The personal center: a list of its pages at the left, the selected page beside it. */
import { Outlet, useLocation } from '@tanstack/react-router';
import { CircleHelp, FileText, Users, type LucideIcon } from 'lucide-react';
import { useUnreadCount } from '#data/person.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { SETTING_PAGES } from './setting-pages.ts';

const HELP = [
  ['/about/connect', 'about.connect.title', CircleHelp],
  ['/about/protocol', 'about.protocol.title', FileText],
  ['/about/us', 'about.us.title', Users],
] as const;

export function SettingLayout() {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  const unread = useUnreadCount() ?? 0;
  const isCurrent = (to: string) =>
    path === to || (to === '/setting/message' && path === '/setting/msg-detail');
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 gap-6 px-6 py-5">
      <nav aria-label={t('section.identity.name')} className="w-52 shrink-0">
        <Group text={t('section.identity.name')} />
        {SETTING_PAGES.map(({ to, text, icon }) => (
          <Item
            key={to}
            to={to}
            icon={icon}
            text={t(text)}
            current={isCurrent(to)}
            count={text === 'message.title' ? unread : 0}
          />
        ))}
        <Group text={t('security.help')} />
        {HELP.map(([to, key, icon]) => (
          <Item key={to} to={to} icon={icon} text={t(key)} current={false} count={0} />
        ))}
      </nav>
      <main className="flex min-w-0 flex-1 flex-col">
        <Outlet />
      </main>
    </div>
  );
}

function Group({ text }: { readonly text: string }) {
  return <p className="text-mut px-3 pt-2 pb-1.5 text-[11px] not-first:mt-4">{text}</p>;
}

interface ItemProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly current: boolean;
  readonly count: number;
}
function Item({ to, icon: Icon, text, current, count }: ItemProps) {
  return (
    <PageLink
      to={to}
      aria-current={current ? 'page' : undefined}
      className="text-mut hover:bg-raised hover:text-fg aria-[current]:bg-brand/12 aria-[current]:text-fg group mb-0.5 flex h-9 items-center gap-2.5 rounded-lg px-3 text-[13px] font-medium aria-[current]:font-semibold"
    >
      <Icon aria-hidden size={16} className="group-aria-[current]:text-brand-ink" />
      {text}
      {count > 0 && (
        <span translate="no" className="num notranslate text-mut ml-auto text-[11.5px]">
          {count}
        </span>
      )}
    </PageLink>
  );
}
