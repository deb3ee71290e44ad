/** The exchange account's balances of a pair's two coins. */
import { Button, buttonClass, CoinMark } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { ACCOUNT, rowOf, useAssets } from '#data/assets.ts';
import { usePanelDecimals } from '#data/pairs.ts';
import { useSession } from '#data/session.ts';
import { Balance } from '#shared/Balance.tsx';
import { HideBalances } from '#shared/HideBalances.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { LatestPostings } from './LatestPostings.tsx';

const FUNDS_CLASS = 'h-7! text-xs!';

export interface PairBalancesProps {
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly onTransfer: () => void;
}

export function PairBalances({ baseCoin, quoteCoin, onTransfer }: PairBalancesProps) {
  const { t } = useTranslation();
  const assets = useAssets(ACCOUNT.exchange).data;
  const decimalsOf = usePanelDecimals();
  const signedIn = useSession() !== null;
  if (!signedIn) return null;
  return (
    <section
      aria-label={t('wallet.accounts.2')}
      className="border-line flex min-h-0 flex-col border-t p-3 [&>*]:shrink-0"
    >
      <div className="mb-2 flex h-[18px] items-center justify-between">
        <div className="flex items-center gap-1">
          <h2 className="text-[12.5px] font-medium">{t('wallet.accounts.2')}</h2>
          <HideBalances />
        </div>
        <Link to="/account/assert/$account" params={{ account: '2' }} className="text-brand-ink font-medium">
          {t('wallet.allPostings')}
        </Link>
      </div>
      <dl className="grid gap-1.5">
        {[quoteCoin, baseCoin].map((coin) => {
          const row = rowOf(assets, coin);
          const decimals = decimalsOf(coin);
          const frozen = Number(row?.frozenCurrency ?? 0) > 0;
          return (
            <div key={coin} className="flex items-center">
              <dt className="flex items-center gap-2 font-medium">
                <CoinMark code={coin} size={18} />
                {coin}
              </dt>
              <dd className="ml-auto text-right leading-4">
                <Balance
                  value={assets === undefined ? undefined : (row?.availableCurrency ?? '0')}
                  decimals={decimals}
                />
                {frozen && (
                  <div className="text-2xs text-mut">
                    {t('wallet.frozen')} <Balance value={row?.frozenCurrency} decimals={decimals} />
                  </div>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <LatestPostings />
      <div className="mt-2 grid grid-cols-3 gap-2">
        <PageLink to="/account/recharge" className={buttonClass('plain', 'sm', FUNDS_CLASS)}>
          {t('wallet.deposit')}
        </PageLink>
        <PageLink to="/account/withdrawel" className={buttonClass('plain', 'sm', FUNDS_CLASS)}>
          {t('accountBar.withdraw')}
        </PageLink>
        <Button size="sm" className={FUNDS_CLASS} onClick={onTransfer}>
          {t('wallet.transfer')}
        </Button>
      </div>
    </section>
  );
}
