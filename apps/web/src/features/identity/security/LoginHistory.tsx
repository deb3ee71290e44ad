/** Sign-ins and failed tries, newest first. */
import { DateTime, Tag } from '@glasshouse/ui';
import { deviceName } from '#shared/device-name.ts';
import { useTranslation } from '#shared/i18n.ts';
import { PagedBody } from '#shared/lists/PagedBody.tsx';
import { useLogins } from '../calls.ts';

const COLUMNS = 'grid grid-cols-[1.2fr_1.3fr_1fr_0.9fr_1fr] items-center gap-3';
const ROW_PX = 40;

export function LoginHistory() {
  const { t } = useTranslation();
  const logins = useLogins();
  return (
    <div>
      <div className={`${COLUMNS} text-mut h-8`}>
        <span>{t('security.time')}</span>
        <span>{t('security.device')}</span>
        <span>IP</span>
        <span>{t('security.method')}</span>
        <span>{t('security.outcome')}</span>
      </div>
      <PagedBody list={logins} emptyText={t('security.noLogins')} rowHeight={ROW_PX}>
        {logins.rows.map((row) => (
          <div key={row.id} className={`${COLUMNS} border-line h-10 border-t`}>
            <DateTime timeMs={row.time} />
            <span className="truncate" title={row.device}>
              {deviceName(row.device)}
            </span>
            <span className="hash truncate">{row.ip}</span>
            <span className="text-mut">{t(`security.methods.${row.method}`)}</span>
            <span>
              <Tag tone={row.outcome === 'success' ? 'info' : 'bad'}>
                {t(`security.outcomes.${row.outcome}`)}
              </Tag>
            </span>
          </div>
        ))}
      </PagedBody>
    </div>
  );
}
