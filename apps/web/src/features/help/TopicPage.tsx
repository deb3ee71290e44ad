/** The articles of one topic. */
import { TOPICS, type ArticleName, type TopicName } from '@glasshouse/protocol/help/articles';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { PageTitle } from '#shared/PageTitle.tsx';
import { ArticleLink } from './ArticleLink.tsx';
import type { Articles } from './articles.ts';
import { ContactCard } from './ContactCard.tsx';
import { TopicsNav } from './TopicsNav.tsx';
import { useTopics } from './topics.ts';

export interface TopicPageProps {
  readonly articles: Articles;
  readonly topic: TopicName;
}
export function TopicPage({ articles, topic }: TopicPageProps) {
  const { t } = useTranslation();
  const topics = useTopics();
  const title = t(topics[topic].name);
  return (
    <div className="mx-auto grid w-reading flex-1 grid-cols-[208px_minmax(0,1fr)_264px] items-start gap-8 pt-6 pb-16">
      <TopicsNav articles={articles} open={topic} />
      <main>
        <PageTitle of={title} />
        <h1 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">{title}</h1>
        <ArticleList articles={articles} names={TOPICS[topic]} />
      </main>
      <ContactCard />
    </div>
  );
}

export interface ArticleListProps {
  readonly articles: Articles;
  readonly names: readonly ArticleName[];
}
export function ArticleList({ articles, names }: ArticleListProps) {
  return (
    <ul className="border-line bg-panel divide-line mt-5 divide-y rounded-xl border">
      {names.map((name) => (
        <li key={name}>
          <ArticleLink
            article={name}
            className="hover:bg-raised/50 group flex items-center gap-4 px-5 py-4 first:rounded-t-xl"
          >
            <span className="min-w-0">
              <span className="block text-[15px] leading-6 font-semibold">{articles[name].title}</span>
              <span className="text-mut block text-[13px] leading-5">{articles[name].lead}</span>
            </span>
            <ChevronRight aria-hidden size={16} className="text-mut ml-auto shrink-0" />
          </ArticleLink>
        </li>
      ))}
    </ul>
  );
}
