/** The pages of My assets, in the order of their bar. */
import { ArrowDownToLine, ArrowUpFromLine, ChartPie, FileText, RefreshCw, Wallet } from 'lucide-react';
import type { SectionPage } from '#shared/SectionBar.tsx';

export const ACCOUNT_PAGES: readonly SectionPage[] = [
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
