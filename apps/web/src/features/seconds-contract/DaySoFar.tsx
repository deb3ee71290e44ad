/**
 * The user's own day in the ticket: numbers of contracts that were right, wrong and equal, and
 * their net, without emphasis.
 */
import { KeyValue, NO_NUMBER, Num } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useSession } from '#data/session.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useLossLimit, useToday, type Today } from './calls.ts';

/** The coin of the user's own limits. */
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
      {/* As high as two rows, so that nothing moves when they load. */}
      <dl className="mt-1.5 grid min-h-[42px] content-start gap-1.5">
        <Results today={today} />
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

/** Dashes until the figures are known. */
function Results({ today }: { readonly today: Today | undefined }) {
  const { t } = useTranslation();
  const counts = today && [today.won, today.lost, today.drawn];
  if (counts?.every((count) => count === 0) === true)
    return (
      <div>
        <dt className="sr-only">{t('seconds.dayNet')}</dt>
        <dd className="text-mut">{t('seconds.noneToday')}</dd>
      </div>
    );
  return (
    <>
      <KeyValue name={t('seconds.dayCounts')} value={counts?.join(' / ') ?? NO_NUMBER} />
      <KeyValue
        name={t('seconds.dayNet')}
        value={<Num value={today?.net} decimals={2} signed {...(today && { unit: today.currency })} />}
      />
    </>
  );
}
