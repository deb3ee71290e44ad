/** The fees and limits of deposits and withdrawals by coin and network. */
import type { PublicTerms } from '@glasshouse/protocol/funding';
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

/** Coins in the order of the catalogue, and the networks of one in that of the call. */
export function transferRows({ terms, catalogue }: Fees): readonly PublicTerms[] {
  const coins = (catalogue.data?.assets ?? []).map(({ code }) => code);
  const placeOf = ({ currency }: PublicTerms) => coins.indexOf(currency);
  return (terms.data?.list ?? []).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** After how many blocks a deposit can be traded: on all networks that are watched. */
function afterBlocks({ t }: Pick<ReturnType<typeof useTranslation>, 't'>, rows: readonly PublicTerms[]) {
  const counts = rows.filter(({ byVoucher }) => !byVoucher).map(({ confirmations }) => confirmations);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return undefined;
  return least === most
    ? t('fees.depositsFree', { count: least })
    : t('fees.depositsFreeRange', { least, most });
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
      aside={afterBlocks({ t }, rows)}
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
