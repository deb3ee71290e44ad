/** The pages about the platform: short, and only facts. */
import { Link } from '@tanstack/react-router';
import { PageTitle } from '#shared/PageTitle.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { useParameter } from '#data/parameters.ts';
import { ABOUT_TOPICS, type AboutTopic } from './about-topics.ts';

const LINK =
  'text-mut hover:bg-raised hover:text-fg aria-[current]:bg-brand/12 aria-[current]:text-fg mb-0.5 flex h-9 items-center rounded-lg px-3 text-[13px] aria-[current]:font-semibold';

export function AboutPage({ topic }: { readonly topic: AboutTopic }) {
  const { t } = useTranslation();
  const paragraphs = t(`topics.${topic}`).split('\n');
  return (
    <div className="mx-auto grid w-reading flex-1 grid-cols-[208px_1fr] gap-10 py-10">
      <nav aria-label={t('footer.about')}>
        {ABOUT_TOPICS.map((item) => (
          <Link
            key={item}
            to="/about/$topic"
            params={{ topic: item }}
            aria-current={item === topic ? 'page' : undefined}
            className={LINK}
          >
            {t(`about.${item}.title`)}
          </Link>
        ))}
        <Link to="/about/$topic" params={{ topic: 'us' }} search={{ view: 'books' }} className={LINK}>
          {t('about.books')}
        </Link>
      </nav>
      <main className="max-w-[680px]">
        <PageTitle of={t(`about.${topic}.title`)} />
        <h1 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
          {t(`about.${topic}.title`)}
        </h1>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="text-mut mt-4 text-[14px] leading-6">
            {paragraph}
          </p>
        ))}
        {topic === 'connect' && <ServiceMail />}
      </main>
    </div>
  );
}

function ServiceMail() {
  const { t } = useTranslation();
  const email = useParameter('customer_service_email');
  if (email === undefined || email === '') return null;
  return (
    <p className="mt-4 text-[14px]">
      {t('about.mailUs')}{' '}
      <a href={`mailto:${email}`} className="text-brand-ink font-medium">
        {email}
      </a>
    </p>
  );
}
