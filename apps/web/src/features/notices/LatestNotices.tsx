/**
 * The newest notices on the home page: the user's, or for visitors those of the platform, which
 * open in place.
 */
import { DateTime } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '#data/api.ts';
import { usePaged } from '#data/paged.ts';
import { PERSONAL } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';

const SHOWN = 4;
const ROW_CLASS = 'hover:bg-raised/60 flex h-12 items-center gap-3 px-2 text-[14px]';

export function LatestNotices() {
  return useSession() === null ? <OfPlatform /> : <OfPerson />;
}

function OfPerson() {
  const { t, language } = useTranslation();
  const { rows } = usePaged({
    key: [PERSONAL, 'notices', 'latest', language],
    name: 'notices/get-page',
    input: {},
    pageSize: SHOWN,
  });
  if (rows.length === 0) return null;
  return (
    <Section title={t('home.notices')}>
      {rows.slice(0, SHOWN).map((notice) => (
        <li key={notice.id} className="border-line border-b">
          <PageLink to="/setting/message" search={{ id: notice.id }} className={ROW_CLASS}>
            <i aria-hidden className={`size-1.5 rounded-full ${notice.read ? 'bg-line2' : 'bg-brand'}`} />
            <span className="min-w-0 flex-1 truncate">{notice.title}</span>
            <DateTime timeMs={notice.time} kind="date" className="text-mut text-[13px]" />
          </PageLink>
        </li>
      ))}
    </Section>
  );
}

function OfPlatform() {
  const { t, language } = useTranslation();
  const { data: notices = [] } = useQuery({
    queryKey: ['notices', 'platform', language],
    staleTime: 60_000,
    queryFn: ({ signal }) => call('notices/get-latest', {}, { signal, quiet: true }),
  });
  if (notices.length === 0) return null;
  return (
    <Section title={t('home.platformNotices')}>
      {notices.map((notice) => (
        <li key={notice.id} className="border-line border-b">
          <details className="group">
            <summary className={`${ROW_CLASS} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
              <span className="min-w-0 flex-1 truncate">{notice.title}</span>
              <DateTime timeMs={notice.time} kind="date" className="text-mut text-[13px]" />
              <ChevronDown aria-hidden className="text-mut size-4 group-open:rotate-180" />
            </summary>
            <p className="text-mut max-w-[760px] px-2 pt-1 pb-5 text-[14px] leading-6 whitespace-pre-line">
              {notice.content}
            </p>
          </details>
        </li>
      ))}
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mx-auto w-reading pb-24">
      <h2 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">{title}</h2>
      <ul className="border-line mt-5 border-t">{children}</ul>
    </section>
  );
}
