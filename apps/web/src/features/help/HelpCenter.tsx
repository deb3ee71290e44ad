/**
 * The help center. The URL alone decides what it shows: its home, a topic, an article, or search
 * results.
 */
import { isArticle, isTopic } from '@glasshouse/protocol/help/articles';
import { useTranslation } from '#shared/i18n.ts';
import { savedLanguage } from '#shared/language.ts';
import { CardLoading } from '#shared/lists/CardLoading.tsx';
import type { ProductTerms } from '#shared/product-terms.ts';
import { ArticlePage } from './ArticlePage.tsx';
import { fetchArticles, useArticles } from './articles.ts';
import { HelpProducts } from './help-products.ts';
import { HelpHome } from './HelpHome.tsx';
import { SearchResults } from './SearchResults.tsx';
import { TopicPage } from './TopicPage.tsx';

/** Loads the articles before the page is shown. The page shows a failure itself. */
export async function prepareHelp(): Promise<void> {
  await fetchArticles(savedLanguage()).catch(() => undefined);
}

export interface HelpCenterProps {
  readonly article: string | undefined;
  readonly topic: string | undefined;
  readonly question: string | undefined;
  readonly products: readonly ProductTerms[];
}

const LOADING_CARD_PX = 560;

export function HelpCenter({ products, ...address }: HelpCenterProps) {
  return (
    <HelpProducts value={products}>
      <Addressed {...address} />
    </HelpProducts>
  );
}

function Addressed({ article, topic, question }: Omit<HelpCenterProps, 'products'>) {
  const { language } = useTranslation();
  const articles = useArticles(language);
  if (articles.data === undefined)
    return (
      <main className="mx-auto min-h-dvh w-reading flex-1 pt-6 pb-16">
        <CardLoading query={articles} cards={[LOADING_CARD_PX]} aside={[]} />
      </main>
    );
  const shown = { articles: articles.data };
  if (isArticle(article)) return <ArticlePage {...shown} name={article} key={article} />;
  if (isTopic(topic)) return <TopicPage {...shown} topic={topic} />;
  if (question !== undefined) return <SearchResults {...shown} question={question} />;
  return <HelpHome {...shown} isMissing={article !== undefined || topic !== undefined} />;
}
