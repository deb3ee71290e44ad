/** One article: the topics, the text, and beside it the figures in force and what to read next. */
import { topicOf, type ArticleName } from '@glasshouse/protocol/help/articles';
import { buttonClass, KeyValue } from '@glasshouse/ui';
import { ChevronRight } from 'lucide-react';
import { addressOf, Blocks } from '#shared/content/Blocks.tsx';
import { figuresIn } from '#shared/content/blocks.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { PageTitle } from '#shared/PageTitle.tsx';
import type { Article } from './article.ts';
import { ArticleLink, TopicLink } from './ArticleLink.tsx';
import type { Articles } from './articles.ts';
import { ContactWays } from './ContactCard.tsx';
import { Feedback } from './Feedback.tsx';
import { TopicsNav } from './TopicsNav.tsx';
import { useFigureLabel, useFigures, type FigureTeller } from './useFigures.ts';
import { useTopics } from './topics.ts';

export interface ArticlePageProps {
  readonly articles: Articles;
  readonly name: ArticleName;
}
export function ArticlePage({ articles, name }: ArticlePageProps) {
  const { t, language } = useTranslation();
  const topics = useTopics();
  const article = articles[name];
  const topic = topicOf(name);
  const figure = useFigures([...figuresIn(article.body), ...article.facts]);
  return (
    <div className="mx-auto grid w-reading flex-1 grid-cols-[208px_minmax(0,1fr)_264px] items-start gap-8 pt-6 pb-16">
      <TopicsNav articles={articles} open={topic} current={name} />
      <main className="border-line bg-panel rounded-xl border px-8 pt-6 pb-5">
        <PageTitle of={article.title} />
        <p className="text-mut flex items-center gap-1 text-[12px]">
          <PageLink to="/about/connect" className="hover:text-fg py-0.5">
            {t('about.connect.title')}
          </PageLink>
          <ChevronRight aria-hidden size={12} />
          <TopicLink topic={topic} className="hover:text-fg py-0.5">
            {t(topics[topic].name)}
          </TopicLink>
        </p>
        <h1 className="font-display mt-1 text-[28px] leading-9 font-semibold tracking-[-0.02em] text-balance">
          {article.title}
        </h1>
        <p className="text-mut mt-1 text-[13px] leading-5">{article.lead}</p>
        <p className="text-mut text-[13px] leading-5">{t('help.changed', { day: article.changed })}</p>
        <Blocks blocks={article.body} label={article.title} figure={figure} language={language} />
        <Feedback article={name} title={article.title} />
      </main>
      <Aside article={article} articles={articles} figure={figure} />
    </div>
  );
}

interface AsideProps {
  readonly article: Article;
  readonly articles: Articles;
  readonly figure: FigureTeller;
}
function Aside({ article, articles, figure }: AsideProps) {
  const { t } = useTranslation();
  const labelOf = useFigureLabel();
  return (
    <aside aria-label={t('help.aboutArticle')}>
      <section className="border-line bg-panel rounded-xl border p-5">
        <h2 className="text-[14px] font-semibold">{t('help.inForce')}</h2>
        <p className="text-mut mt-0.5">{t('help.readLive')}</p>
        <dl className="mt-3 grid gap-2 text-[13px] [&_dt]:shrink-0">
          {article.facts.map((name) => {
            const label = labelOf(name);
            return (
              label !== undefined && (
                <KeyValue
                  key={name}
                  name={t(label)}
                  value={figure(name) ?? <i aria-hidden className="skeleton inline-block h-3 w-16" />}
                />
              )
            );
          })}
        </dl>
        <PageLink {...addressOf(article.action)} className={buttonClass('line', 'md', 'mt-4 w-full')}>
          {t('help.openPage')}
        </PageLink>
      </section>
      <section className="mt-6 px-5">
        <h2 className="text-[14px] font-semibold">{t('help.next')}</h2>
        <ul className="mt-1.5 text-[13px] leading-5">
          {article.related.map((name) => (
            <li key={name}>
              <ArticleLink article={name} className="text-brand-ink block py-1 font-medium hover:underline">
                {articles[name].title}
              </ArticleLink>
            </li>
          ))}
        </ul>
      </section>
      <section className="border-line mt-5 border-t px-5 pt-5">
        <h2 className="text-[14px] font-semibold">{t('help.stuck')}</h2>
        <p className="text-mut mt-1 text-[13px] leading-5">{t('help.stuckText')}</p>
        <ContactWays />
      </section>
    </aside>
  );
}
