/** Starts data, language and router, in this order. */
import { followTranslation, formatNumber, setDecimalWords } from '@glasshouse/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startAccountFeed } from '#data/account-feed.ts';
import { awaitCatalogue } from '#data/pairs.ts';
import { askFailedAgain, clearOnUserChange, queryClient } from '#data/query-client.ts';
import { followOtherTabs, session } from '#data/session.ts';
import { listenAccount, startStream } from '#data/stream.ts';
import { startI18n, translation, type TextPart } from '#shared/i18n.ts';
import { installChunkRecovery } from './chunk-recovery.ts';
import { BASE_PATH, createSiteRouter } from './router.tsx';
import { redirectOf, sectionOf } from './sections.ts';

export async function startSite(): Promise<void> {
  installChunkRecovery();
  followOtherTabs();
  clearOnUserChange();
  askFailedAgain();
  startAccountFeed();
  listenToNews();
  keepPreferences();
  startStream();
  const ready = Promise.all([startI18n(textsOfFirstPage()), awaitCatalogue()]);
  // A browser takes some 20 ms for its first number format. Here it waits for the server anyway.
  formatNumber(0);
  await ready;
  setDecimalWords(({ fault, ...about }) => translation().t(`common.typed.${fault}`, about));
  const router = createSiteRouter();
  // When a user signs in or out, here or in another tab, checks again whether this page is allowed.
  session.subscribe(() => void router.invalidate());
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  followTranslation(document.body);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

function listenToNews(): void {
  listenAccount((frame) => {
    if (frame.type !== 'account') return;
    void import('./news/account-news.ts')
      .then(({ notifyOfChanges }) => notifyOfChanges(frame))
      .catch(() => undefined);
  });
}

/** Once somebody is signed in. */
function keepPreferences(): void {
  let isKept = false;
  const keep = () => {
    if (isKept || session.get() === null) return;
    isKept = true;
    void import('./preferences/account-preferences.ts').then(
      (module) => module.keepPreferences(),
      () => (isKept = false),
    );
  };
  session.subscribe(keep);
  keep();
}

/** Loaded together with the catalogue, before the router requests them. */
function textsOfFirstPage(): readonly TextPart[] {
  const path = location.pathname.slice(BASE_PATH.length) || '/';
  return sectionOf(redirectOf(path) ?? path)?.texts ?? [];
}
