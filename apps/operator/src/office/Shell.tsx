/** The layout of the back office: the signed-in operator, and the pages that their role allows. */
import { Button, LogoMark, Switch } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Languages, LogOut, Moon, type LucideIcon } from 'lucide-react';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { useEffect } from 'react';
import { BRAND_NAME } from '../shared/brand.ts';
import { LogIn } from './LogIn.tsx';
import { CHATTING, GROUPS, mayOpen } from './pages.ts';
import { usePresence } from './presence.ts';
import { logOut, useSelf } from './self.ts';
import { setLanguage, useTexts } from './texts.ts';

const LINK =
  'text-mut hover:bg-raised hover:text-fg aria-[current]:bg-brand-soft aria-[current]:text-fg flex h-9 items-center gap-3 rounded-lg px-3 text-[13px] font-medium';

export function Shell() {
  const { t } = useTexts();
  const self = useSelf();
  if (self.isPending) return null;
  if (self.isError)
    return (
      <main role="alert" className="grid h-dvh place-content-center gap-3 text-center">
        <p className="text-[13px] font-medium">{t('failed')}</p>
        <Button tone="brand" onClick={() => void self.refetch()}>
          {t('retry')}
        </Button>
      </main>
    );
  return self.data === null ? <LogIn /> : <Office key={self.data.name} self={self.data} />;
}

function Office({ self }: { readonly self: OperatorSelf }) {
  const { t } = useTexts();
  const queries = useQueryClient();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Drops all cached data, so that the next operator at this browser sees none of it.
  useEffect(
    () => () => queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== 'self' }),
    [queries],
  );
  return (
    <div className="grid h-dvh min-w-[1200px] grid-cols-[212px_minmax(0,1fr)]">
      <Side self={self} />
      {/* The first page of a role is known once its way there is. */}
      {path === '/' || mayOpen(self.role, path) ? (
        <Outlet />
      ) : (
        <main className="p-8 text-[13px]">{t('notYours')}</main>
      )}
    </div>
  );
}

function Side({ self }: { readonly self: OperatorSelf }) {
  const { t, language } = useTexts();
  return (
    <aside className="bg-panel border-line flex flex-col border-r">
      <div className="border-line flex h-14 items-center gap-3 border-b px-4">
        <LogoMark className="size-6" />
        <p className="leading-4">
          <b className="block text-[14px] font-semibold">{BRAND_NAME}</b>
          <span className="text-mut text-[11px]">{t('office')}</span>
        </p>
      </div>
      {CHATTING.includes(self.role) && <Taking own={self.name} />}
      <nav aria-label={t('office')} className="flex-1 overflow-y-auto p-2">
        {GROUPS.map(({ title, pages }) => {
          const own = pages.filter(({ roles }) => roles.includes(self.role));
          return own.length === 0 ? null : (
            <div key={title} className="mb-3">
              <p className="text-mut px-3 pt-2 pb-1.5 text-[11px]">{t(title)}</p>
              {own.map(({ to, text, icon: Icon }) => (
                <Link key={to} to={to} className={LINK} activeProps={{ 'aria-current': 'page' }}>
                  <Icon aria-hidden size={16} />
                  {t(text)}
                </Link>
              ))}
            </div>
          );
        })}
      </nav>
      <div className="border-line border-t p-3">
        <b className="block truncate text-[13px] font-semibold" title={self.name}>
          {self.name}
        </b>
        <div className="flex items-center gap-1">
          <span className="text-mut min-w-0 flex-1 text-[11px]">{t(`role_${self.role}`)}</span>
          <IconButton
            label={t('language')}
            icon={Languages}
            onClick={() => setLanguage(language === 'zh-CN' ? 'en-US' : 'zh-CN')}
          />
          <IconButton label={t('theme')} icon={Moon} onClick={toggleTheme} />
          <IconButton label={t('logOut')} icon={LogOut} onClick={() => void logOut()} />
        </div>
      </div>
    </aside>
  );
}

/** On every page, because an operator who leaves the inbox still takes chats. */
function Taking({ own }: { readonly own: string }) {
  const { t } = useTexts();
  const { isTaking, setTaking } = usePresence(own);
  return (
    <label
      className="border-line flex min-h-12 items-center gap-2.5 border-b px-4 text-[13px] font-medium"
      title={t('takingHint')}
    >
      <i aria-hidden className={`size-2 shrink-0 rounded-full ${isTaking ? 'bg-good' : 'bg-dim'}`} />
      <span className="min-w-0 flex-1">{t(isTaking ? 'taking' : 'notTaking')}</span>
      <Switch checked={isTaking} onChange={setTaking} label={t('taking')} />
    </label>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
}

function IconButton({ label, icon: Icon, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="text-mut hover:bg-raised hover:text-fg grid size-8 place-items-center rounded-md"
    >
      <Icon aria-hidden size={15} />
    </button>
  );
}

function toggleTheme(): void {
  const isDark = document.documentElement.classList.toggle('dark');
  localStorage.setItem('theme', isDark ? 'dark' : 'light');
}
