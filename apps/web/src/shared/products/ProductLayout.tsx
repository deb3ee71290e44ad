/** The pages of a product: a bar of its offers and the reader's own, over the selected page. */
import { Outlet } from '@tanstack/react-router';
import { FileText, LayoutList } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import type { Section } from '#shared/section.ts';
import { SectionBar } from '#shared/SectionBar.tsx';

export interface ProductLayoutProps {
  /** The product's section. Its first page lists the offers, its last one the user's orders. */
  readonly section: Section;
}
export function ProductLayout({ section: { listed, pages } }: ProductLayoutProps) {
  const { t } = useTranslation();
  const [offers = '', ...others] = Object.keys(pages);
  const own = others.pop() ?? '';
  return (
    <>
      <SectionBar
        label={listed === undefined ? '' : t(listed.name)}
        pages={[
          { to: offers, root: offers, also: others, text: 'products.offers', icon: LayoutList },
          { to: own, root: own, text: 'products.own', icon: FileText },
        ]}
      />
      <Outlet />
    </>
  );
}
