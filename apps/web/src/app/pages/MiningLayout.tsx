/** /pool: a bar of its pages over the selected one. */
import { Outlet } from '@tanstack/react-router';
import { FileText, LayoutList } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { SectionBar, type SectionPage } from '#shared/SectionBar.tsx';

const PAGES: readonly SectionPage[] = [
  { to: '/pool/list', root: '/pool/list', text: 'products.offers', icon: LayoutList },
  { to: '/pool/record', root: '/pool/record', text: 'products.own', icon: FileText },
];

export function MiningLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SectionBar label={t('section.mining.name')} pages={PAGES} />
      <Outlet />
    </>
  );
}
