/** My assets: a bar of its sections over the selected page. */
import { Outlet } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowUpFromLine, ChartPie, FileText, RefreshCw, Wallet } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { SectionBar, type SectionPage } from '#shared/SectionBar.tsx';

const PAGES: readonly SectionPage[] = [
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

export function AccountLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SectionBar label={t('section.wallet.name')} pages={PAGES} />
      <Outlet />
    </>
  );
}
