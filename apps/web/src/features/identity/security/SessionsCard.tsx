/** The sessions of the account, each with a button to end it. */
import { Button, Code, DateTime, Tag } from '@glasshouse/ui';
import type { SessionRow } from '@glasshouse/protocol/identity';
import { Monitor, Smartphone } from 'lucide-react';
import { deviceName, isMobile } from '#shared/device-name.ts';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { placeName } from '#shared/place-name.ts';
import { useSessions } from '../calls.ts';
import type { DialogName } from './dialog-names.ts';

const ROW_PX = 44;

export function SessionsCard({ open }: { readonly open: (name: DialogName, subject?: string) => void }) {
  const { t } = useTranslation();
  const { data: sessions, isPending, isError, refetch } = useSessions();
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="border-line bg-panel rounded-xl border pb-1.5">
      <div className="flex h-14 items-center gap-2.5 px-5">
        <h2 className="text-[14px] font-semibold">{t('security.signedIn')}</h2>
        {sessions !== undefined && (
          <span className="text-mut">{t('security.sessionCount', { count: sessions.length })}</span>
        )}
        {others > 0 && (
          <Button size="sm" tone="danger" className="ml-auto" onClick={() => open('end-sessions')}>
            {t('security.endOthers')}
          </Button>
        )}
      </div>
      <DataTable
        look="fixed"
        className="text-[13px]"
        label={t('security.signedIn')}
        list={{ rows: sessions ?? [], isPending, isError, refetch }}
        loadingRows={2}
        emptyText={t('security.sessionCount', { count: 0 })}
        columns={useSessionColumns(({ id }) => open('end-sessions', id))}
        rowKey={(session) => session.id}
        rowHeight={ROW_PX}
      />
    </section>
  );
}

function useSessionColumns(onEnd: (session: SessionRow) => void): Column<SessionRow>[] {
  const { t } = useTranslation();
  return [
    { key: 'device', head: t('security.device'), render: (session) => <Device session={session} /> },
    {
      key: 'place',
      head: t('security.place'),
      width: '16%',
      render: (session) => t(`security.places.${placeName(session.ip)}`),
    },
    {
      key: 'ip',
      head: 'IP',
      width: '18%',
      className: 'hash text-[12px] break-all',
      render: (session) => <Code>{session.ip}</Code>,
    },
    {
      key: 'active',
      head: t('security.active'),
      width: '148px',
      render: (session) => (
        <DateTime timeMs={session.lastSeenTime} className="text-mut text-[12px] whitespace-nowrap" />
      ),
    },
    {
      key: 'end',
      head: t('security.end'),
      headHidden: true,
      right: true,
      width: '70px',
      render: (session) =>
        !session.current && (
          <button
            type="button"
            onClick={() => onEnd(session)}
            className="text-bad h-7 rounded px-1 font-semibold hover:underline"
          >
            {t('security.end')}
          </button>
        ),
    },
  ];
}

function Device({ session }: { readonly session: SessionRow }) {
  const { t } = useTranslation();
  const Icon = isMobile(session.device) ? Smartphone : Monitor;
  return (
    <span className="flex min-w-0 items-center gap-2.5" title={session.device}>
      <Icon aria-hidden size={15} className="text-mut shrink-0" />
      <span className="truncate">{deviceName(session.device)}</span>
      {session.current && (
        <Tag tone="info" dot={false}>
          {t('security.thisOne')}
        </Tag>
      )}
    </span>
  );
}
