/** All results of a search, or advice if there are none. */
import { ARTICLE_NAMES } from '@glasshouse/protocol/help/articles';
import { Empty } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useSearchIndex, type Articles } from './articles.ts';
import { ContactCard } from './ContactCard.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ArticleList } from './TopicPage.tsx';

export interface SearchResultsProps {
  readonly articles: Articles;
  readonly question: string;
}
export function SearchResults({ articles, question }: SearchResultsProps) {
  const { t } = useTranslation();
  const found = useSearchIndex(true)?.(question);
  return (
    <main className="min-h-dvh flex-1 pb-16">
      <PageTitle of={t('help.resultsFor', { question })} />
      <section className="hero hero-c border-line border-b">
        <div className="mx-auto w-[640px] py-6">
          <SearchBox key={question} articles={articles} question={question} />
        </div>
      </section>
      <div className="mx-auto grid w-reading grid-cols-[minmax(0,1fr)_298px] items-start gap-4 pt-6">
        <section aria-live="polite" className="min-h-[420px]">
          <h1 className="font-display text-[22px] leading-7 font-semibold tracking-[-0.02em]">
            {t('help.resultsFor', { question })}
          </h1>
          {found !== undefined && found.length > 0 && <ArticleList articles={articles} names={found} />}
          {found?.length === 0 && (
            <div className="border-line bg-panel mt-5 rounded-xl border py-6">
              <Empty
                title={t('help.nothing')}
                text={t('help.nothingText', { count: ARTICLE_NAMES.length })}
              />
            </div>
          )}
        </section>
        <ContactCard />
      </div>
    </main>
  );
}
