/**
 * Runs before every navigation: redirects short paths, keeps visitors on public paths (R2.1, R2.2),
 * and loads the texts of the section.
 */
import { createRootRoute, Outlet, redirect } from '@tanstack/react-router';
import { isPublicPath, redirectOf, sectionOf } from '#app/sections.ts';
import { session } from '#data/session.ts';
import { openTexts } from '#shared/i18n.ts';

export const Route = createRootRoute({
  beforeLoad: async ({ location }) => {
    const path = location.pathname;
    const onward = redirectOf(path);
    if (onward !== undefined) throw redirect({ to: onward, search: location.search as never, replace: true });
    if (session.get() === null && !isPublicPath(path))
      throw redirect({
        to: '/login/login',
        search: { returnTo: path + location.searchStr },
        replace: true,
      });
    await openTexts(sectionOf(path)?.texts ?? []);
  },
  component: Outlet,
});
