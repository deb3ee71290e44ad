/** The frame of every page: navigation, the demo line, the warning that prices are frozen. */
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { usePersonsBefore, useSession } from '#data/session.ts';
import { useClosedUntil } from '#data/stream.ts';
import { useStore } from '#shared/external-store.ts';
import { openTexts, useTranslation } from '#shared/i18n.ts';
import { failedTexts } from '#app/failed-texts.ts';
import { sectionOf, trimmed } from '#app/sections.ts';
import { DemoLine } from './DemoLine.tsx';
import { OfflineBar } from './OfflineBar.tsx';
import { SupportTab } from './SupportTab.tsx';
import { Toasts } from './Toasts.tsx';
import { TopNav } from './TopNav.tsx';
import { loadPart, TELL_WITHIN_MS } from '#shared/chunk.ts';

const RestrictionBar = lazy(() =>
  loadPart(() => import('./RestrictionBar.tsx')).then((module) => ({ default: module.RestrictionBar })),
);
const MaintenanceBar = lazy(async () => {
  const [module] = await Promise.all([
    loadPart(() => import('#shared/maintenance/MaintenanceBar.tsx')),
    openTexts(['shared/maintenance']),
  ]);
  return { default: module.MaintenanceBar };
});
const TextsFailed = lazy(() =>
  loadPart(() => import('./TextsFailed.tsx'), TELL_WITHIN_MS).then((module) => ({
    default: module.TextsFailed,
  })),
);

/** Pages that change the user. A constant key keeps them mounted until they redirect. */
const SIGN_IN_FORMS: ReadonlySet<string> = new Set(['/login/login', '/login/register', '/login/forget']);

const SKIP_CLASS =
  'bg-brand text-on-brand sr-only z-50 rounded px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2';

const isDesk = (path: string): boolean => path === '/trade' || path === '/scontract';
/** The price of an order, or the first field that can be filled in. */
function focusOrderEntry(): void {
  document.querySelector<HTMLElement>('#order-entry input[inputmode=decimal]:enabled')?.focus();
}

export function Shell() {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => trimmed(location.pathname) });
  const home = path === '/main';
  const signedIn = useSession() !== null;
  const textsFailed = useStore(failedTexts);
  const closedUntilMs = useClosedUntil();
  const personsBefore = usePersonsBefore();
  const pageKey = SIGN_IN_FORMS.has(path) ? 'sign-in' : personsBefore;
  const operation = sectionOf(path)?.operation;
  // The trading page fills the window exactly; every other page has its natural height.
  const height = path === '/trade' ? 'h-dvh min-h-[600px]' : 'min-h-dvh';
  // The home page has neither choices nor fields.
  useEffect(() => {
    if (home) return;
    void import('#app/keys.ts').then(({ installKeys }) => installKeys()).catch(() => undefined);
  }, [home]);
  return (
    <div className={`relative flex flex-col ${height}`}>
      <a href="#content" className={SKIP_CLASS}>
        {t('shell.skip')}
      </a>
      {isDesk(path) && (
        <button type="button" className={SKIP_CLASS} onClick={focusOrderEntry}>
          {t('shell.skipToOrder')}
        </button>
      )}
      <TopNav clear={home} />
      {!home && <DemoLine />}
      {/* The navigation of the home page lies above its content, but not above these. */}
      <div className={home ? 'not-empty:pt-14' : 'contents'}>
        <OfflineBar />
        {closedUntilMs !== undefined && (
          <Suspense>
            <MaintenanceBar untilMs={closedUntilMs} />
          </Suspense>
        )}
      </div>
      {signedIn && operation !== undefined && (
        <Suspense>
          <RestrictionBar key={personsBefore} operation={operation} />
        </Suspense>
      )}
      <div id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {textsFailed ? (
          <Suspense>
            <TextsFailed />
          </Suspense>
        ) : (
          <Outlet key={pageKey} />
        )}
      </div>
      <SupportTab isNarrow={isDesk(path)} />
      <Toasts early={!home} />
    </div>
  );
}
