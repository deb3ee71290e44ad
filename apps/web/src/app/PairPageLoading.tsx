/** Stands where a trading page will be, until the pairs are known; or says that there is no such pair. */
import { buttonClass, Empty, ErrorState } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { queryClient } from '#data/query-client.ts';

const PATIENCE_MS = 6000;

export function PairPageLoading({
  unknown,
  to,
}: {
  readonly unknown: boolean;
  readonly to: '/trade' | '/scontract';
}) {
  const { t } = useTranslation();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main aria-busy={!unknown} className="grid min-h-[70vh] flex-1 place-items-center">
      <h1 className="sr-only">{to === '/trade' ? t('nav.spot') : t('nav.seconds')}</h1>
      {unknown ? (
        <Empty
          title={t('market.unknownPair')}
          action={
            <Link to={to} search={{}} className={buttonClass('brand', 'sm')}>
              BTC/USDT
            </Link>
          }
        />
      ) : (
        late && (
          <ErrorState
            title={t('errors.listTitle')}
            text={t('errors.listText')}
            retryLabel={t('common.tryAgain')}
            onRetry={() => void queryClient.invalidateQueries({ queryKey: ['pairs'] })}
          />
        )
      )}
    </main>
  );
}
