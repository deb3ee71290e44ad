/** The header of a reading page: title, one sentence, the article that explains it, actions. */
import type { ArticleName } from '@glasshouse/protocol/help/articles';
import type { ReactNode } from 'react';
import { useTranslation } from './i18n.ts';
import { PageLink } from './PageLink.tsx';
import { PageTitle } from './PageTitle.tsx';

export interface PageHeaderProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The article that says what the page is for. */
  readonly article?: ArticleName;
  readonly right?: ReactNode;
}

export function PageHeader({ title, lead, article, right }: PageHeaderProps) {
  const { t } = useTranslation();
  return (
    <header className="mb-4 flex min-h-[50px] items-end gap-4">
      <PageTitle of={title} />
      <div>
        <h1 className="font-display text-[22px] leading-7 font-semibold tracking-[-0.02em]">{title}</h1>
        {lead !== undefined && (
          <p className="text-mut mt-0.5 text-[13px] leading-5">
            {lead}
            {article !== undefined && (
              <PageLink
                to="/about/connect"
                search={{ article }}
                className="text-brand-ink ml-2 font-medium whitespace-nowrap hover:underline print:hidden"
              >
                {t('section.help.what')}
              </PageLink>
            )}
          </p>
        )}
      </div>
      {right !== undefined && <div className="ml-auto flex items-center gap-2">{right}</div>}
    </header>
  );
}
