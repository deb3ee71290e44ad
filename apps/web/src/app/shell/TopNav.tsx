/** The navigation bar: transparent over the hero of the home page, solid elsewhere (R2.11). */
import { buttonClass, classNames, LogoMark } from '@glasshouse/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { openTexts, useTranslation } from '#shared/i18n.ts';
import { lazy, Suspense, type ComponentType } from 'react';
import { useSession } from '#data/session.ts';
import { NAVIGATION, trimmed } from '#app/sections.ts';
import { BRAND_NAME } from '#shared/brand.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { loadPart } from '#shared/chunk.ts';

/** Pages without room in their budgets for the button of the search. */
const WITHOUT_SEARCH: ReadonlySet<string> = new Set(['/main', '/trade', '/scontract']);
const SearchButton = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [module] = await Promise.all([
      loadPart(() => import('./SearchButton.tsx')),
      openTexts(['app/search']),
    ]);
    return { default: module.SearchButton };
  } catch {
    // The page goes on without it.
    return { default: Nothing };
  }
});
const Nothing = () => null;
// Visitors do not need these.
const AccountMenu = lazy(() =>
  loadPart(() => import('./AccountMenu.tsx')).then((module) => ({ default: module.AccountMenu })),
);
const UnreadBadge = lazy(() =>
  loadPart(() => import('./UnreadBadge.tsx')).then((module) => ({ default: module.UnreadBadge })),
);

export function TopNav({ clear }: { readonly clear: boolean }) {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <header
      className={classNames(
        'z-20 flex h-14 shrink-0 items-center px-6',
        clear ? 'absolute inset-x-0 top-0' : 'border-line bg-panel border-b',
      )}
    >
      <Link
        to="/main"
        className="font-display flex items-center gap-2 text-[16px] font-semibold tracking-[-0.01em]"
      >
        <LogoMark />
        <span className="max-w-52 truncate">{BRAND_NAME}</span>
      </Link>
      <nav
        aria-label={t('nav.label')}
        className="ml-7 flex h-full gap-4 text-[13px] min-[1400px]:ml-9 min-[1400px]:gap-5"
      >
        {NAVIGATION.map(({ text, to, section }) => (
          <PageLink
            key={to}
            to={to}
            aria-current={path.startsWith(section.root) ? 'page' : undefined}
            className={classNames(
              'hover:text-fg aria-[current]:text-fg relative flex items-center font-medium whitespace-nowrap [transition:color_.15s,background-color_.15s,border-color_.15s] chosen-line [--line-at:0px]',
              clear ? 'text-fg/80' : 'text-mut',
            )}
          >
            {t(text)}
          </PageLink>
        ))}
      </nav>
      <Corner clear={clear} hasSearch={!WITHOUT_SEARCH.has(trimmed(path))} />
    </header>
  );
}

function Corner({ clear, hasSearch }: { readonly clear: boolean; readonly hasSearch: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <div className="ml-auto flex items-center gap-1 text-[13px]">
      {session !== null && (
        <Suspense fallback={<i className="size-8" />}>
          <UnreadBadge />
        </Suspense>
      )}
      {hasSearch && (
        <Suspense fallback={<i className="size-8" />}>
          <SearchButton />
        </Suspense>
      )}
      <LanguageMenu />
      <ThemeSwitch />
      {session !== null ? (
        <Suspense fallback={<i className="bg-raised ml-1 h-8 w-[152px] rounded-md" />}>
          <AccountMenu email={session.email} />
        </Suspense>
      ) : (
        <>
          <Link to="/login/login" className={buttonClass('ghost', 'sm', clear ? 'text-fg!' : undefined)}>
            {t('nav.login')}
          </Link>
          <Link to="/login/register" className={buttonClass('brand', 'sm', 'ml-1')}>
            {t('nav.register')}
          </Link>
        </>
      )}
    </div>
  );
}
