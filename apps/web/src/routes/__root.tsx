/**
 * Runs before every navigation: redirects short paths, keeps visitors on public paths (R2.1, R2.2),
 * and loads the texts of the section.
 */
import { createRootRoute, Outlet, redirect } from '@tanstack/react-router';
import { failedTexts } from '#app/failed-texts.ts';
import { isPublicPath, redirectOf, sectionOf } from '#app/sections.ts';
import { session } from '#data/session.ts';
import { noteNavigation } from '#shared/chunk.ts';
import { openTexts } from '#shared/i18n.ts';

export const Route = createRootRoute({
  beforeLoad: async ({ location, preload }) => {
    const path = location.pathname;
    const onward = redirectOf(path);
    if (onward !== undefined) throw redirect({ to: onward, search: location.search as never, replace: true });
    if (session.get() === null && !isPublicPath(path))
      throw redirect({
        to: '/login/login',
        search: { returnTo: path + location.searchStr },
        replace: true,
      });
    if (!preload) noteNavigation();
    const opened = openTexts(sectionOf(path)?.texts ?? []);
    // A page that is loaded in advance fails only once it is opened.
    if (preload) await opened;
    else
      failedTexts.set(
        await opened.then(
          () => false,
          () => true,
        ),
      );
  },
  component: Outlet,
});
