/** /finance: a bar of its pages over the selected one. */
import { Outlet } from '@tanstack/react-router';
import { FileText, LayoutList } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { SectionBar, type SectionPage } from '#shared/SectionBar.tsx';

const PAGES: readonly SectionPage[] = [
  { to: '/finance/list', root: '/finance/list', text: 'products.offers', icon: LayoutList },
  { to: '/finance/record', root: '/finance/record', text: 'products.own', icon: FileText },
];

export function FinanceLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SectionBar label={t('section.finance.name')} pages={PAGES} />
      <Outlet />
    </>
  );
}
