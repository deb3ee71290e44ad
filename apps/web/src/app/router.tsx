/** The router: base path /pc, routes loaded on intent. */
import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { RouteError } from './RouteError.tsx';
import { RoutePending } from './RoutePending.tsx';

export const BASE_PATH = '/pc';

export function createSiteRouter() {
  return createRouter({
    routeTree,
    basepath: BASE_PATH,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
    defaultPendingComponent: RoutePending,
    defaultPendingMs: 300,
  });
}
declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>;
  }
}
