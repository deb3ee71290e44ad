/** /subscribe: a bar of its pages over the selected one. */
import { Outlet } from '@tanstack/react-router';
import { FileText, LayoutList } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { SectionBar, type SectionPage } from '#shared/SectionBar.tsx';

const PAGES: readonly SectionPage[] = [
  { to: '/subscribe/list', root: '/subscribe/list', text: 'products.offers', icon: LayoutList },
  { to: '/subscribe/record', root: '/subscribe/record', text: 'products.own', icon: FileText },
];

export function SubscribeLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SectionBar label={t('section.subscription.name')} pages={PAGES} />
      <Outlet />
    </>
  );
}
