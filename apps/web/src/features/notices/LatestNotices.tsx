/** The newest notices of whoever is signed in, for the home page. Visitors have none. */
import { DateTime } from '@glasshouse/ui';
import type { DataOf } from '@glasshouse/protocol';
import type { getNoticePage } from '@glasshouse/protocol/notices';
import { usePaged } from '#data/paged.ts';
import { PERSONAL } from '#data/query-client.ts';
import { useSession } from '#data/session.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';

const SHOWN = 4;
type Notice = DataOf<typeof getNoticePage>['list'][number];

export function LatestNotices() {
  const { t } = useTranslation();
  const signedIn = useSession() !== null;
  const { rows } = usePaged<Notice>({
    key: [PERSONAL, 'notices', 'latest'],
    path: '/bb/app/index/getNoticePage',
    payload: {},
    pageSize: SHOWN,
    enabled: signedIn,
  });
  if (!signedIn || rows.length === 0) return null;
  return (
    <section className="mx-auto w-[1240px] pb-24">
      <h2 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
        {t('home.notices')}
      </h2>
      <ul className="border-line mt-5 border-t">
        {rows.slice(0, SHOWN).map((notice) => (
          <li key={notice.id} className="border-line border-b">
            <PageLink
              to="/setting/message"
              className="hover:bg-raised/60 flex h-12 items-center gap-3 px-2 text-[14px]"
            >
              <i aria-hidden className={`size-1.5 rounded-full ${notice.read ? 'bg-line2' : 'bg-brand'}`} />
              <span className="min-w-0 flex-1 truncate">{notice.title}</span>
              <DateTime timeMs={notice.time} kind="date" className="text-mut text-[13px]" />
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
