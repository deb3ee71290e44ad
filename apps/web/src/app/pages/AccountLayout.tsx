/** My assets: a bar of its sections over the selected page. */
import { Outlet, useLocation } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ChartPie,
  FileText,
  RefreshCw,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import type { TextKey } from '#shared/text-keys.ts';

interface AccountPage {
  readonly to: string;
  readonly search?: Readonly<Record<string, number>>;
  /** The beginning of the paths that belong to it. */
  readonly root: string;
  readonly text: TextKey;
  readonly icon: LucideIcon;
}

const PAGES: readonly AccountPage[] = [
  { to: '/account/assert/2', root: '/account/assert', text: 'accountBar.assets', icon: Wallet },
  { to: '/account/portfolio', root: '/account/portfolio', text: 'accountBar.portfolio', icon: ChartPie },
  {
    to: '/account/trade',
    search: { type: 4 },
    root: '/account/trade',
    text: 'accountBar.records',
    icon: FileText,
  },
  { to: '/account/recharge', root: '/account/recharge', text: 'wallet.deposit', icon: ArrowDownToLine },
  {
    to: '/account/withdrawel',
    root: '/account/withdrawel',
    text: 'accountBar.withdraw',
    icon: ArrowUpFromLine,
  },
  { to: '/account/dui', root: '/account/dui', text: 'section.flash-exchange.name', icon: RefreshCw },
];

export function AccountLayout() {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <>
      <nav aria-label={t('section.wallet.name')} className="border-line bg-panel h-10 shrink-0 border-b">
        <div className="mx-auto flex h-full w-full max-w-page gap-7 px-6 text-[13px]">
          {PAGES.map(({ to, search, root, text, icon: Icon }) => (
            <PageLink
              key={root}
              to={to}
              {...(search === undefined ? {} : { search })}
              aria-current={path.startsWith(root) ? 'page' : undefined}
              className="text-mut hover:text-fg aria-[current]:text-fg aria-[current]:after:bg-brand group relative flex items-center gap-2 font-medium whitespace-nowrap aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:rounded-full"
            >
              <Icon aria-hidden size={15} className="group-aria-[current]:text-brand-ink" />
              {t(text)}
            </PageLink>
          ))}
        </div>
      </nav>
      <Outlet />
    </>
  );
}
