/** The bar of a section's pages, below the navigation. */
import { useLocation } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from './i18n.ts';
import { PageLink } from './PageLink.tsx';
import type { TextKey } from './text-keys.ts';

export interface SectionPage {
  readonly to: string;
  readonly search?: Readonly<Record<string, number>>;
  /** The beginning of the paths that belong to it. */
  readonly root: string;
  /** The beginnings of other paths that belong to the entry. */
  readonly also?: readonly string[];
  readonly text: TextKey;
  readonly icon: LucideIcon;
}

export interface SectionBarProps {
  readonly label: string;
  readonly pages: readonly SectionPage[];
}
export function SectionBar({ label, pages }: SectionBarProps) {
  const { t } = useTranslation();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label={label} className="border-line bg-panel h-10 shrink-0 border-b">
      <div className="mx-auto flex h-full w-full max-w-page gap-7 px-6 text-[13px]">
        {pages.map(({ to, search, root, also = [], text, icon: Icon }) => (
          <PageLink
            key={root}
            to={to}
            {...(search === undefined ? {} : { search })}
            aria-current={[root, ...also].some((one) => path.startsWith(one)) ? 'page' : undefined}
            className="text-mut hover:text-fg aria-[current]:text-fg group relative flex items-center gap-2 font-medium whitespace-nowrap chosen-line"
          >
            <Icon aria-hidden size={15} className="group-aria-[current]:text-brand-ink" />
            {t(text)}
          </PageLink>
        ))}
      </div>
    </nav>
  );
}
