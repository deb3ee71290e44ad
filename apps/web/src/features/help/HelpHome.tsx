/**
 * The home of the help center: the search, the topics, the most frequent questions, and the
 * contact.
 */
import { TOPIC_NAMES, TOPICS, type ArticleName, type TopicName } from '@glasshouse/protocol/help/articles';
import { Card, Note } from '@glasshouse/ui';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { PageTitle } from '#shared/PageTitle.tsx';
import { ArticleLink, TopicLink } from './ArticleLink.tsx';
import type { Articles } from './articles.ts';
import { ContactCard } from './ContactCard.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useTopics } from './topics.ts';

const QUICK: readonly ArticleName[] = ['deposit-not-credited', 'withdrawal-held', 'google-code-lost'];
const MOST: readonly ArticleName[] = [
  'which-tick-counts',
  'filled-at-two-prices',
  'wrong-network',
  'freeze-account',
  'identity-review',
  'withdrawal-fees',
];

export interface HelpHomeProps {
  readonly articles: Articles;
  /** The URL names an article or a topic that does not exist. */
  readonly isMissing: boolean;
}
export function HelpHome({ articles, isMissing }: HelpHomeProps) {
  const { t } = useTranslation();
  return (
    <main className="flex-1 pb-16">
      <PageTitle of={t('about.connect.title')} />
      <Head articles={articles} />
      <div className="mx-auto w-reading">
        {isMissing && (
          <div className="mt-6" role="status">
            <Note>{t('help.missing')}</Note>
          </div>
        )}
        <h2 className="sr-only">{t('help.topicsTitle')}</h2>
        <div className="mt-6 grid grid-cols-5 gap-4">
          {TOPIC_NAMES.map((topic) => (
            <TopicCard key={topic} topic={topic} articles={articles} />
          ))}
        </div>
        <div className="mt-4 grid grid-cols-[1fr_298px] gap-4">
          <Card padded={false} title={t('help.most')}>
            <ul className="grid grid-cols-2 pb-2">
              {MOST.map((name) => (
                <li key={name} className="px-5 py-2">
                  <ArticleLink
                    article={name}
                    className="hover:text-brand-ink flex items-center gap-1 text-[13px] leading-5 font-medium"
                  >
                    {articles[name].title}
                    <ChevronRight aria-hidden size={13} className="text-mut shrink-0" />
                  </ArticleLink>
                  <p className="text-mut text-[12.5px] leading-[18px]">{articles[name].lead}</p>
                </li>
              ))}
            </ul>
          </Card>
          <ContactCard />
        </div>
      </div>
    </main>
  );
}

function Head({ articles }: { readonly articles: Articles }) {
  const { t } = useTranslation();
  return (
    <section className="hero hero-c border-line border-b">
      <div className="mx-auto w-[640px] pt-8 pb-7 text-center">
        <h1 className="font-display text-[34px] leading-[40px] font-semibold tracking-[-0.025em]">
          {t('help.question')}
        </h1>
        <div className="mt-5">
          <SearchBox articles={articles} />
        </div>
        <p className="mt-3 flex justify-center gap-4 text-[13px]">
          {QUICK.map((name) => (
            <ArticleLink
              key={name}
              article={name}
              className="text-brand-ink py-0.5 font-medium hover:underline"
            >
              {articles[name].title}
            </ArticleLink>
          ))}
        </p>
      </div>
    </section>
  );
}

function TopicCard({ topic, articles }: { readonly topic: TopicName; readonly articles: Articles }) {
  const { t } = useTranslation();
  const topics = useTopics();
  const Icon = topics[topic].icon;
  return (
    <section className="border-line bg-panel rounded-xl border px-5 pt-4 pb-3">
      <h3 className="text-[14px] font-semibold">
        <TopicLink topic={topic} className="hover:text-brand-ink flex items-center gap-2.5">
          <Icon aria-hidden size={17} className="text-brand-ink shrink-0" />
          {t(topics[topic].name)}
        </TopicLink>
      </h3>
      <ul className="mt-2 text-[13px] leading-5">
        {TOPICS[topic].map((name) => (
          <li key={name}>
            <ArticleLink article={name} className="text-mut hover:text-fg block py-1">
              {articles[name].title}
            </ArticleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
