/** Where the account is signed in, each to be ended. */
import { Button, DateTime, SkeletonRows, Tag } from '@glasshouse/ui';
import type { SessionRow } from '@glasshouse/protocol/identity';
import { Monitor, Smartphone } from 'lucide-react';
import { deviceName, isMobile } from '#shared/device-name.ts';
import { useTranslation } from '#shared/i18n.ts';
import { placeName } from '#shared/place-name.ts';
import { useSessions } from '../calls.ts';
import type { DialogName } from './dialog-names.ts';

/** None grows with what is in it: head and rows are grids of their own and have to agree. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1.9fr)_minmax(0,0.8fr)_minmax(0,0.9fr)_136px_44px] items-center gap-3 px-5';

export function SessionsCard({ open }: { readonly open: (name: DialogName, subject?: string) => void }) {
  const { t } = useTranslation();
  const { data: sessions } = useSessions();
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="border-line bg-panel rounded-xl border pb-1.5">
      <div className="flex h-14 items-center gap-2.5 px-5">
        <h2 className="text-[14px] font-semibold">{t('security.signedIn')}</h2>
        {sessions !== undefined && (
          <span className="num text-mut">{t('security.sessionCount', { count: sessions.length })}</span>
        )}
        {others > 0 && (
          <Button size="sm" tone="danger" className="ml-auto" onClick={() => open('end-sessions')}>
            {t('security.endOthers')}
          </Button>
        )}
      </div>
      <div className={`${COLUMNS} text-mut h-8`}>
        <span>{t('security.device')}</span>
        <span>{t('security.place')}</span>
        <span>IP</span>
        <span>{t('security.active')}</span>
      </div>
      {sessions === undefined ? (
        <SkeletonRows rows={2} height={44} />
      ) : (
        sessions.map((session) => (
          <Row key={session.id} session={session} onEnd={() => open('end-sessions', session.id)} />
        ))
      )}
    </section>
  );
}

function Row({ session, onEnd }: { readonly session: SessionRow; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const Icon = isMobile(session.device) ? Smartphone : Monitor;
  return (
    <div className={`${COLUMNS} border-line min-h-11 border-t text-[13px]`}>
      <span className="flex min-w-0 items-center gap-2.5" title={session.device}>
        <Icon aria-hidden size={15} className="text-mut shrink-0" />
        <span className="truncate">{deviceName(session.device)}</span>
        {session.current && (
          <Tag tone="info" dot={false}>
            {t('security.thisOne')}
          </Tag>
        )}
      </span>
      <span>{t(`security.places.${placeName(session.ip)}`)}</span>
      <span className="hash text-[12px] break-all">{session.ip}</span>
      <DateTime timeMs={session.lastSeenTime} className="text-mut text-[12px] whitespace-nowrap" />
      <span className="text-right">
        {!session.current && (
          <button
            type="button"
            onClick={onEnd}
            className="text-down h-7 rounded px-1 font-semibold hover:underline"
          >
            {t('security.end')}
          </button>
        )}
      </span>
    </div>
  );
}
