/**
 * /account/withdrawel: the withdrawal form, its requirements, and the list of earlier withdrawals.
 */
import { Button, buttonClass, Empty } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { PageHeader } from '#shared/PageHeader.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { useUrlText } from '#shared/url-state.ts';
import { useBook, useFollowWithdrawals, useTerms, type BookAddress, type Terms } from './calls.ts';
import { Loading, WIDE_GRID } from './Loading.tsx';
import { useWithdrawForm } from './useWithdrawForm.ts';
import { WithdrawalDetail } from './WithdrawalDetail.tsx';
import { WithdrawalRecords } from './WithdrawalRecords.tsx';
import { WithdrawForm } from './WithdrawForm.tsx';
import { WithdrawSide } from './WithdrawSide.tsx';

export interface WithdrawalPageProps {
  /** The claims about withdrawals, at the end of the side column. */
  readonly claims: ReactNode;
}
export function WithdrawalPage({ claims }: WithdrawalPageProps) {
  const [withdrawal] = useUrlText('withdrawal');
  useFollowWithdrawals();
  return (
    <main className="max-w-page mx-auto w-full flex-1 px-6 py-6">
      {/^\d{1,16}$/.test(withdrawal) ? <WithdrawalDetail id={withdrawal} /> : <Overview claims={claims} />}
    </main>
  );
}

function Overview({ claims }: WithdrawalPageProps) {
  const { t } = useTranslation();
  const terms = useTerms();
  const book = useBook();
  const failed = terms.isError ? terms : book;
  return (
    <>
      <PageHeader
        title={t('accountBar.withdraw')}
        lead={t('withdrawal.lead')}
        article="withdraw-step-by-step"
        right={
          <PageLink to="/setting/address" className={buttonClass('plain', 'md')}>
            {t('withdrawal.manage')}
          </PageLink>
        }
      />
      {terms.data === undefined || book.data === undefined ? (
        <Loading query={failed} card={570} aside={340} />
      ) : (
        <Request
          terms={terms.data}
          book={book.data.list}
          isBookOnly={book.data.whitelistOnly}
          claims={claims}
        />
      )}
      <WithdrawalRecords />
    </>
  );
}

interface RequestProps extends WithdrawalPageProps {
  readonly terms: Terms;
  readonly book: readonly BookAddress[];
  readonly isBookOnly: boolean;
}
function Request({ terms, book, isBookOnly, claims }: RequestProps) {
  const { t } = useTranslation();
  const form = useWithdrawForm(terms, book, isBookOnly);
  if (form.coin === undefined)
    return (
      <section className="border-line bg-panel rounded-xl border">
        <Empty title={t('withdrawal.noCoins')} text={t('withdrawal.noCoinsText')} />
      </section>
    );
  const { coin, notOffered } = form;
  if (notOffered !== undefined)
    return (
      <section className="border-line bg-panel rounded-xl border">
        <Empty
          title={t('withdrawal.notOffered', { coin: notOffered })}
          text={t('withdrawal.notOfferedText')}
          action={
            <span className="flex justify-center gap-2">
              <PageLink to="/account/dui" search={{ pay: notOffered }} className={buttonClass('brand')}>
                {t('withdrawal.exchange', { coin: notOffered })}
              </PageLink>
              <Button onClick={() => form.chooseCoin(coin.currency)}>
                {t('withdrawal.instead', { coin: coin.currency })}
              </Button>
            </span>
          }
        />
      </section>
    );
  return (
    <div className={WIDE_GRID}>
      <WithdrawForm form={form} coin={form.coin} />
      <WithdrawSide form={form} coin={form.coin} claims={claims} />
    </div>
  );
}
