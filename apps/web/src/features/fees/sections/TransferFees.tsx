/** The fees and limits of deposits and withdrawals by coin and network. */
import type { PublicTerms } from '@glasshouse/protocol/funding';
import { CHAINS_OF_COIN } from '@glasshouse/protocol/wallet/chains';
import { CoinMark, Tag } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable } from '#shared/lists/DataTable.tsx';
import { networkName } from '#shared/network-name.ts';
import type { Fees } from '../useFees.ts';
import { FeeSection } from './FeeSection.tsx';

const ROW_PX = 40;
const LOADING_ROWS = 10;

type Amount = 'minDeposit' | 'fee' | 'minAmount' | 'maxAmount';

/** Rows in the order of the catalogue, so that the networks of one coin are together. */
export function transferRows({ terms, catalogue }: Fees): readonly PublicTerms[] {
  const coins = (catalogue.data?.assets ?? []).map(({ code }) => code);
  const places = coins.flatMap((coin) => (CHAINS_OF_COIN[coin] ?? []).map((chain) => `${coin} ${chain}`));
  const placeOf = ({ currency, chain }: PublicTerms) => places.indexOf(`${currency} ${chain}`);
  return (terms.data?.list ?? []).toSorted((a, b) => placeOf(a) - placeOf(b));
}

export function TransferFees({ fees }: { readonly fees: Fees }) {
  const { t, language } = useTranslation();
  const rows = transferRows(fees);
  const isFirst = (row: PublicTerms) => rows[rows.indexOf(row) - 1]?.currency !== row.currency;
  const figure = (key: Amount, className = '') =>
    amountColumn<PublicTerms>({
      key,
      head: t(`fees.${key}`),
      className,
      amount: (row) => ({ value: row[key], decimals: row.decimals }),
    });
  return (
    <FeeSection
      id="transfer"
      title={t('fees.parts.transfer')}
      aside={t('fees.depositsFree', { count: rows[0]?.confirmations ?? 0 })}
      foot={t('fees.transferFoot', { coins: vouchersIn(rows).join(language === 'zh-CN' ? '、' : ', ') })}
    >
      <DataTable
        look="card"
        label={t('fees.parts.transfer')}
        list={{ ...fees.terms, rows }}
        loadingRows={LOADING_ROWS}
        emptyText={t('fees.noNetworks')}
        rowHeight={ROW_PX}
        rowKey={({ currency, chain }) => `${currency} ${chain}`}
        columns={[
          {
            key: 'coin',
            head: t('fees.coin'),
            width: '104px',
            render: (row) =>
              isFirst(row) ? (
                <span className="flex items-center gap-2 font-semibold">
                  <CoinMark code={row.currency} size={20} />
                  {row.currency}
                </span>
              ) : (
                <span className="sr-only">{row.currency}</span>
              ),
          },
          {
            key: 'network',
            head: t('fees.network'),
            render: ({ currency, chain, status, deposits }) => (
              <span className="flex items-center gap-2 whitespace-nowrap">
                {currency !== chain && chain}
                <span className={currency === chain ? undefined : 'text-mut'}>{networkName(chain)}</span>
                {status === 'halted' && <Tag tone="warn">{t('fees.halted')}</Tag>}
                {status === 'closed' && <Tag tone="warn">{t('fees.withdrawalsClosed')}</Tag>}
                {deposits === 'closed' && <Tag tone="warn">{t('fees.depositsClosed')}</Tag>}
              </span>
            ),
          },
          figure('minDeposit'),
          figure('fee', 'font-semibold'),
          figure('minAmount'),
          figure('maxAmount'),
        ]}
      />
    </FeeSection>
  );
}

const vouchersIn = (rows: readonly PublicTerms[]): readonly string[] =>
  rows.filter(({ byVoucher }) => byVoucher).map(({ currency }) => currency);
