/** Entry point of the back office: its router and its pages. */
import '../shared/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Navigate, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queries } from './api.ts';
import { auditSearch } from './audit-search.ts';
import { actsSearch } from './acts/acts-search.ts';
import { ActsPage } from './acts/ActsPage.tsx';
import { AuditPage } from './AuditPage.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { Shell } from './frame/Shell.tsx';
import { IdentityPage } from './identity/IdentityPage.tsx';
import { caseSearch } from './identity/search.ts';
import { InboxPage } from './InboxPage.tsx';
import { inboxSearch } from './inbox-search.ts';
import { LedgerPage } from './ledger/LedgerPage.tsx';
import { ledgerSearch } from './ledger/search.ts';
import { marketsSearch } from './markets/markets-search.ts';
import { MarketsPage } from './markets/MarketsPage.tsx';
import { networksSearch } from './networks/networks-search.ts';
import { NetworksPage } from './networks/NetworksPage.tsx';
import { noticesSearch } from './notices/notices-search.ts';
import { NoticesPage } from './notices/NoticesPage.tsx';
import { operatorsSearch } from './operators/operators-search.ts';
import { OperatorsPage } from './operators/OperatorsPage.tsx';
import { firstPageOf } from './pages.ts';
import { parametersSearch } from './parameters/parameters-search.ts';
import { ParametersPage } from './parameters/ParametersPage.tsx';
import { peopleSearch } from './people/people-search.ts';
import { PeoplePage } from './people/PeoplePage.tsx';
import { productsSearch } from './products/products-search.ts';
import { ProductsPage } from './products/ProductsPage.tsx';
import { RepliesPage } from './RepliesPage.tsx';
import { useSelf } from './self.ts';
import { language } from './texts.ts';
import { voucherSearch } from './vouchers/search.ts';
import { VouchersPage } from './vouchers/VouchersPage.tsx';
import { queueSearch } from './withdrawals/search.ts';
import { treasurySearch } from './treasury/search.ts';
import { TreasuryPage } from './treasury/TreasuryPage.tsx';
import { watchSearch } from './watch/search.ts';
import { WatchPage } from './watch/WatchPage.tsx';
import { WithdrawalsPage } from './withdrawals/WithdrawalsPage.tsx';

/** Redirects to the first page that the operator's role may open. */
const First = () => <Navigate to={firstPageOf(useSelf().data?.role)} replace />;
const root = createRootRoute({ component: Shell, notFoundComponent: First });
const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: First }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: inboxSearch,
    component: InboxPage,
  }),
  createRoute({ getParentRoute: () => root, path: '/dashboard', component: DashboardPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/withdrawals',
    validateSearch: queueSearch,
    component: WithdrawalsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/identity',
    validateSearch: caseSearch,
    component: IdentityPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vouchers',
    validateSearch: voucherSearch,
    component: VouchersPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/watch',
    validateSearch: watchSearch,
    component: WatchPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    validateSearch: peopleSearch,
    component: PeoplePage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operators',
    validateSearch: operatorsSearch,
    component: OperatorsPage,
  }),
  createRoute({ getParentRoute: () => root, path: '/replies', component: RepliesPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/markets',
    validateSearch: marketsSearch,
    component: MarketsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/products',
    validateSearch: productsSearch,
    component: ProductsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger',
    validateSearch: ledgerSearch,
    component: LedgerPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/networks',
    validateSearch: networksSearch,
    component: NetworksPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/parameters',
    validateSearch: parametersSearch,
    component: ParametersPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/notices',
    validateSearch: noticesSearch,
    component: NoticesPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/treasury',
    validateSearch: treasurySearch,
    component: TreasuryPage,
  }),
  createRoute({ getParentRoute: () => root, path: '/acts', validateSearch: actsSearch, component: ActsPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: auditSearch,
    component: AuditPage,
  }),
] as const;

const router = createRouter({ routeTree: root.addChildren(routes), basepath: '/operator' });
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const element = document.getElementById('root');
if (element === null) throw new Error('the page has no root');
document.documentElement.lang = language();
createRoot(element).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
