/** The router: base path /pc, routes loaded on intent. */
import {
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { RouteError } from './RouteError.tsx';
import { RoutePending } from './RoutePending.tsx';

export const BASE_PATH = '/pc';

export function createSiteRouter() {
  return createRouter({
    routeTree,
    basepath: BASE_PATH,
    // All parameters are short texts: `?id=7`, where JSON would need `?id="7"`.
    parseSearch: parseSearchWith(String),
    stringifySearch: stringifySearchWith(String),
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
