/** Every navigation passes here: short paths lead on, visitors reach public paths only (R2.1, R2.2). */
import { createRootRoute, Outlet, redirect } from '@tanstack/react-router';
import { session } from '#data/session.ts';
import { isPublicPath, redirectOf } from '#shared/public-paths.ts';

export const Route = createRootRoute({
  beforeLoad: ({ location }) => {
    const onward = redirectOf(location.pathname);
    if (onward !== undefined) throw redirect({ to: onward, search: location.search as never, replace: true });
    if (session.get() !== null || isPublicPath(location.pathname)) return;
    throw redirect({
      to: '/login/login',
      search: { returnTo: location.pathname + location.searchStr },
      replace: true,
    });
  },
  component: Outlet,
});
