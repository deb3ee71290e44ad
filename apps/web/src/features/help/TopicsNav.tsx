/** The topics at the left of an article; the article's own topic is expanded. */
import { TOPIC_NAMES, TOPICS, type ArticleName, type TopicName } from '@glasshouse/protocol/help/articles';
import { classNames } from '@glasshouse/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { ArticleLink, TopicLink } from './ArticleLink.tsx';
import type { Articles } from './articles.ts';
import { useTopics } from './topics.ts';

export interface TopicsNavProps {
  readonly articles: Articles;
  readonly open: TopicName;
  readonly current?: ArticleName;
}
export function TopicsNav({ articles, open, current }: TopicsNavProps) {
  const { t } = useTranslation();
  const topics = useTopics();
  return (
    <nav aria-label={t('help.topicsTitle')} className="w-52">
      <p className="px-3 pt-2 pb-1.5 text-[11px]">
        <PageLink to="/about/connect" className="text-mut hover:text-fg">
          {t('about.connect.title')}
        </PageLink>
      </p>
      <ul className="text-[13px]">
        {TOPIC_NAMES.map((topic) => {
          const isOpen = topic === open;
          const Chevron = isOpen ? ChevronDown : ChevronRight;
          return (
            <li key={topic}>
              <TopicLink
                topic={topic}
                {...(isOpen && current === undefined ? { 'aria-current': 'page' as const } : {})}
                className={classNames(
                  'hover:bg-raised flex h-9 w-full items-center rounded-lg px-3 font-medium',
                  isOpen ? 'text-fg font-semibold' : 'text-mut',
                )}
              >
                {t(topics[topic].name)}
                <Chevron aria-hidden size={14} className="text-mut ml-auto" />
              </TopicLink>
              {isOpen && (
                <ul className="border-line my-1 ml-3 border-l pl-2">
                  {TOPICS[topic].map((name) => (
                    <li key={name}>
                      <ArticleLink
                        article={name}
                        {...(name === current ? { 'aria-current': 'page' as const } : {})}
                        className="text-mut hover:text-fg aria-[current]:bg-brand/12 aria-[current]:text-fg flex min-h-8 items-center rounded-lg px-2.5 py-1 leading-[18px] aria-[current]:font-semibold"
                      >
                        {articles[name].title}
                      </ArticleLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
