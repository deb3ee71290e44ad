/** /fund: a bar of its pages over the selected one. */
import { Outlet } from '@tanstack/react-router';
import { FileText, LayoutList } from 'lucide-react';
import { useFundResults } from '#features/fund/useFundResults.ts';
import { useTranslation } from '#shared/i18n.ts';
import { SectionBar, type SectionPage } from '#shared/SectionBar.tsx';

const PAGES: readonly SectionPage[] = [
  {
    to: '/fund/list',
    root: '/fund/list',
    also: ['/fund/detail'],
    text: 'products.offers',
    icon: LayoutList,
  },
  { to: '/fund/record', root: '/fund/record', text: 'products.own', icon: FileText },
];

export function FundLayout() {
  const { t } = useTranslation();
  useFundResults();
  return (
    <>
      <SectionBar label={t('section.fund.name')} pages={PAGES} />
      <Outlet />
    </>
  );
}
