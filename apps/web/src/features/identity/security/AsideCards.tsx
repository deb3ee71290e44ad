/** The right column: the appearance of our mail, holds, own limits, freezing. */
import { Button, Card, DateTime, KeyValue, Num } from '@glasshouse/ui';
import { Check, Clock3, Mail, ShieldCheck, Snowflake } from 'lucide-react';
import { BRAND_NAME } from '#shared/brand.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useLimits } from '../calls.ts';
import type { Limits, Security } from '../shapes.ts';
import type { DialogName } from './dialog-names.ts';

type Open = (name: DialogName) => void;

export function MailCard({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  return (
    <Card title={t('security.mailLooks')}>
      <div className="border-line2 bg-field overflow-hidden rounded-lg border">
        <p className="border-line flex items-center gap-2 border-b px-3.5 py-2">
          <Mail aria-hidden size={13} className="text-mut" />
          <b className="font-semibold">{BRAND_NAME}</b>
        </p>
        <div className="px-3.5 py-3 text-[12.5px] leading-[19px]">
          <p>{t('security.mailSample')}</p>
          <p
            className={`mt-2 inline-flex items-center gap-1.5 rounded-md px-2 py-0.5 font-semibold ${code === '' ? 'tag-mut' : 'tag-info'}`}
          >
            <ShieldCheck aria-hidden size={13} />
            {code === '' ? t('security.mailNoCode') : code}
          </p>
        </div>
      </div>
      <p className="text-mut mt-2.5">{t(code === '' ? 'security.mailNoteUnset' : 'security.mailNote')}</p>
    </Card>
  );
}

export function HoldsCard({ holds }: { readonly holds: Security['holds'] }) {
  const { t } = useTranslation();
  return (
    <Card title={t('security.holds')}>
      {holds.length === 0 ? (
        <p className="flex items-center gap-2.5 text-[13px] font-medium">
          <span className="bg-brand-soft text-brand-ink grid size-6 place-items-center rounded-full">
            <Check aria-hidden size={14} />
          </span>
          {t('security.noHold')}
        </p>
      ) : (
        <ul className="grid gap-1.5">
          {holds.map(({ cause, untilTime }) => (
            <li key={cause} className="flex items-center gap-2">
              <Clock3 aria-hidden size={14} className="text-warn shrink-0" />
              <span className="font-medium">{t(`security.holdCauses.${cause}`)}</span>
              <DateTime timeMs={untilTime} className="text-mut ml-auto" />
            </li>
          ))}
        </ul>
      )}
      <p className="text-mut mt-2.5">{t('security.holdsNote')}</p>
    </Card>
  );
}

export function LimitsCard({ open }: { readonly open: Open }) {
  const { t } = useTranslation();
  const { data: limits } = useLimits();
  return (
    <Card
      title={t('security.limits')}
      right={
        <Button size="xs" tone="ghost" onClick={() => open('limits')}>
          {t('security.edit')}
        </Button>
      }
    >
      <dl className="grid gap-2 text-[13px]">
        <KeyValue name={t('security.limitLoss')} value={<MoneyLimit limit={limits?.dailyLoss} />} />
        <KeyValue name={t('security.limitStake')} value={<MoneyLimit limit={limits?.stake} />} />
        <KeyValue
          name={t('security.limitMinutes')}
          value={
            limits === undefined || limits.minutes.value === null
              ? t('security.noLimit')
              : t('security.minutes', { used: limits.minutesToday, of: limits.minutes.value })
          }
        />
        <KeyValue
          name={t('security.lostToday')}
          value={<Num value={limits?.lostToday} decimals={2} unit="USDT" />}
        />
      </dl>
      {limits?.excludedUntil != null ? (
        <p className="text-warn mt-3 font-medium">
          {t('security.excludedUntil')} <DateTime timeMs={limits.excludedUntil} />
        </p>
      ) : (
        <Button size="sm" className="mt-3 w-full" onClick={() => open('exclude')}>
          {t('security.exclude')}
        </Button>
      )}
    </Card>
  );
}

function MoneyLimit({ limit }: { readonly limit: Limits['stake'] | undefined }) {
  const { t } = useTranslation();
  if (limit === undefined || limit.value === null) return t('security.noLimit');
  return <Num value={limit.value} decimals={2} unit="USDT" />;
}

export function FreezeCard({ open }: { readonly open: Open }) {
  const { t } = useTranslation();
  return (
    <section className="border-bad/40 bg-panel rounded-xl border p-5">
      <h2 className="flex items-center gap-2 text-[14px] font-semibold">
        <Snowflake aria-hidden size={16} className="text-bad" />
        {t('security.freeze')}
      </h2>
      <p className="text-mut mt-1.5">{t('security.freezeText')}</p>
      <Button size="sm" tone="danger" className="mt-3 w-full" onClick={() => open('freeze')}>
        {t('security.freezeNow')}
      </Button>
    </section>
  );
}
