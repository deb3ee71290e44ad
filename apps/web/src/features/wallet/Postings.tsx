/** Every posting on an account, newest first: what moved, why, and what was left. */
import { Card, DateTime, Num } from '@glasshouse/ui';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import type { PostingRow } from '@glasshouse/protocol/wallet';
import { useAssets, type AccountNumber } from '#data/assets.ts';
import { usePaged } from '#data/paged.ts';
import { useCatalogue } from '#data/pairs.ts';
import { PERSONAL } from '#data/query-client.ts';
import { PagedBody } from '#shared/lists/PagedBody.tsx';
import { PostingReason } from './PostingReason.tsx';

const PAGE_ROWS = 20;

export function Postings({ account }: { readonly account: AccountNumber }) {
  const { t } = useTranslation();
  const [currency, setCurrency] = useState('');
  const coins = useAssets(account).data?.list.map((row) => row.currencyName) ?? [];
  const list = usePaged({
    key: [PERSONAL, 'postings', account],
    name: 'wallet/get-postings',
    input: { account, currency },
    pageSize: PAGE_ROWS,
  });
  return (
    <Card
      padded={false}
      className="mt-4 overflow-hidden"
      title={t('wallet.postings')}
      aside={t('wallet.postingsAside')}
      right={
        <select
          aria-label={t('wallet.coin')}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          className="bg-raised h-7 rounded-md px-2 text-[12px]"
        >
          <option value="">{t('wallet.allCoins')}</option>
          {coins.map((coin) => (
            <option key={coin}>{coin}</option>
          ))}
        </select>
      }
    >
      <PagedBody list={list} emptyText={t('wallet.noPostings')} rowHeight={40} headHeight={36}>
        <PostingTable rows={list.rows} />
      </PagedBody>
    </Card>
  );
}

function PostingTable({ rows }: { readonly rows: readonly PostingRow[] }) {
  const { t } = useTranslation();
  const catalogue = useCatalogue();
  const cell = 'h-9 px-3 font-normal whitespace-nowrap first:pl-5 last:pr-5';
  const decimalsOf = (code: string) => catalogue?.assets.find((asset) => asset.code === code)?.decimals ?? 8;
  return (
    <table aria-label={t('wallet.postings')} className="num w-full border-collapse text-[13px]">
      <thead>
        <tr className="border-line text-mut border-y text-[12px]">
          <th scope="col" className={`${cell} text-left`}>
            {t('market.time')}
          </th>
          <th scope="col" className={`${cell} text-left`}>
            {t('wallet.coin')}
          </th>
          <th scope="col" className={`${cell} text-left`}>
            {t('wallet.reason')}
          </th>
          <th scope="col" className={`${cell} text-right`}>
            {t('wallet.changeColumn')}
          </th>
          <th scope="col" className={`${cell} text-right`}>
            {t('wallet.toAvailable')}
          </th>
          <th scope="col" className={`${cell} text-right`}>
            {t('wallet.toFrozen')}
          </th>
          <th scope="col" className={`${cell} text-right`}>
            {t('wallet.sequence')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const decimals = decimalsOf(row.currency);
          return (
            <tr key={row.id} className="border-line/70 hover:bg-raised/50 h-10 border-b">
              <td className="text-mut px-3 pl-5">
                <DateTime timeMs={row.time} />
              </td>
              <td className="px-3 font-medium">{row.currency}</td>
              <td className="px-3">
                <PostingReason reason={row.reason} />
                {row.reference !== '' && row.reference !== '0' && (
                  <span className="text-mut"> #{row.reference}</span>
                )}
              </td>
              <td className="px-3 text-right font-semibold">
                <Num value={row.amount} decimals={decimals} decimalsMin={2} signed />
              </td>
              <td className="text-mut px-3 text-right">
                <Num value={row.available} decimals={decimals} decimalsMin={2} signed />
              </td>
              <td className="text-mut px-3 text-right">
                <Num value={row.frozen} decimals={decimals} decimalsMin={2} signed />
              </td>
              <td className="text-mut px-3 pr-5 text-right">{row.seq}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
