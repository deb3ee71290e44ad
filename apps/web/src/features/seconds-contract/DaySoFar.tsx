/** The person's own day in the ticket: contracts that were right, wrong and equal, and what they brought. Told as plain figures. */
import { KeyValue, Num } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useSession } from '#data/session.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useLossLimit, useToday, type Today } from './calls.ts';

/** Limits on oneself are in this coin. */
const LIMIT_COIN = 'USDT';

export function DaySoFar() {
  const { t } = useTranslation();
  const today = useToday();
  const lossLimit = useLossLimit();
  const signedIn = useSession() !== null;
  if (!signedIn) return null;
  return (
    <section aria-label={t('seconds.day')} className="border-line mt-3.5 border-t pt-3">
      <div className="flex items-baseline justify-between">
        <h2 className="text-[12.5px] font-semibold">{t('seconds.day')}</h2>
        <Link to="/setting/safty" className="text-brand-ink font-medium">
          {t('seconds.limits')}
        </Link>
      </div>
      {/* As high as two rows, so that nothing moves when they come. */}
      <dl className="mt-1.5 grid min-h-[42px] content-start gap-1.5">
        {today !== undefined && <Results today={today} />}
        {lossLimit !== null && (
          <KeyValue
            name={t('seconds.lossLimit')}
            value={<Num value={lossLimit} decimals={2} unit={LIMIT_COIN} />}
          />
        )}
      </dl>
    </section>
  );
}

function Results({ today: { won, lost, drawn, net, currency } }: { readonly today: Today }) {
  const { t } = useTranslation();
  if (won + lost + drawn === 0)
    return (
      <div>
        <dt className="sr-only">{t('seconds.dayNet')}</dt>
        <dd className="text-mut">{t('seconds.noneToday')}</dd>
      </div>
    );
  return (
    <>
      <KeyValue name={t('seconds.dayCounts')} value={`${won} / ${lost} / ${drawn}`} />
      <KeyValue name={t('seconds.dayNet')} value={<Num value={net} decimals={2} signed unit={currency} />} />
    </>
  );
}
