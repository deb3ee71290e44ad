/** The sums of all accounts of one coin, by whose money it is. */
import type { DataOf, OperatorCallNamed } from '@glasshouse/protocol';
import { DateTime, formatNumber, Num, Segmented, SkeletonRows } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { call } from '../api.ts';
import { EmptyState, Failed } from '../parts/states.tsx';
import { useTexts } from '../texts.ts';
import { accountName } from './names.ts';
import type { LedgerViewProps } from './search.ts';

const EVERY_MS = 30_000;
const SKELETONS = 12;
const ROW_PX = 36;
const GROUPS = ['customers', 'promises', 'traders', 'house', 'outside'] as const;
/** Whose accounts have statements. */
const HAS_STATEMENT: ReadonlySet<string> = new Set(['promises', 'house', 'outside']);
const DECIMALS = 8;

type Coin = DataOf<OperatorCallNamed<'ledger/get-trial-balance'>>['coins'][number];

export function TrialBalance({ search, go }: LedgerViewProps) {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['trial-balance'],
    queryFn: () => call('ledger/get-trial-balance', {}),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={SKELETONS} height={ROW_PX} />
    ) : (
      <Failed error={error} onRetry={refetch} />
    );
  const coin = data.coins.find(({ currency }) => currency === search.coin) ?? data.coins[0];
  if (coin === undefined) return <EmptyState title={t('ledgerEmpty')} />;
  return (
    <>
      <div className="border-line flex min-h-11 shrink-0 flex-wrap items-center gap-3 border-b px-4 py-1.5">
        <Segmented
          label={t('coin')}
          items={data.coins.map(({ currency }) => ({ id: currency, label: currency }))}
          value={coin.currency}
          onValue={(currency) => go({ coin: currency })}
          className="min-w-0 flex-wrap"
        />
        <span className="num text-mut ml-auto whitespace-nowrap">
          {t('ledgerAfter', { seq: formatNumber(data.seq, { decimals: 0 }) })}
          {', '}
          <DateTime timeMs={data.time} kind="short" />
        </span>
      </div>
      <div
        className="min-h-0 flex-1 overflow-auto in-data-lost:opacity-65"
        tabIndex={0}
        role="region"
        aria-label={t('ledgerView_balance')}
      >
        <Lines coin={coin} onAccount={(account) => go({ view: 'account', account })} />
      </div>
    </>
  );
}

interface LinesProps {
  readonly coin: Coin;
  readonly onAccount: (account: string) => void;
}

const CELL = 'h-9 px-2 text-right first:pl-4 first:text-left last:pr-4';

const HEADS = ['account', 'available', 'frozen', 'change'] as const;

function Lines({ coin, onAccount }: LinesProps) {
  const { t } = useTexts();
  return (
    <table className="num w-full border-collapse" aria-label={t('ledgerBalanceOf', { coin: coin.currency })}>
      <thead className="bg-panel text-mut sticky top-0">
        <tr className="border-line border-b">
          {HEADS.map((head) => (
            <th key={head} scope="col" className={`${CELL} font-normal`}>
              {t(`ledgerHead_${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      {GROUPS.map((group) => {
        const lines = coin.balances.filter((line) => line.group === group);
        return lines.length === 0 ? null : (
          <tbody key={group}>
            <tr className="bg-raised/50 border-line border-b">
              <th
                scope="colgroup"
                colSpan={HEADS.length}
                className="text-mut h-8 px-4 text-left text-[11.5px] font-medium"
              >
                {t(`ledgerGroup_${group}`)}
              </th>
            </tr>
            {lines.map((line) => (
              <Line key={line.account} line={line} onAccount={onAccount} />
            ))}
          </tbody>
        );
      })}
      <Foot sum={coin.sum} />
    </table>
  );
}

interface LineProps extends Pick<LinesProps, 'onAccount'> {
  readonly line: Coin['balances'][number];
}

function Line({ line, onAccount }: LineProps) {
  const { t } = useTexts();
  const { group, account, available, frozen, change } = line;
  const name = accountName(t, group, account);
  return (
    <tr className="border-line hover:bg-raised/40 border-b">
      <th scope="row" className={`${CELL} font-normal`}>
        {HAS_STATEMENT.has(group) ? (
          <button
            type="button"
            className="hover:text-brand-ink hover:underline"
            onClick={() => onAccount(account)}
          >
            {name}
          </button>
        ) : (
          name
        )}
      </th>
      <td className={CELL}>
        <Num value={available} decimals={DECIMALS} decimalsMin={2} />
      </td>
      <td className={`${CELL} ${Number(frozen) === 0 ? 'text-dim' : ''}`}>
        <Num value={frozen} decimals={DECIMALS} decimalsMin={2} />
      </td>
      <td className={`${CELL} text-mut`}>
        {change === null ? '–' : <Num value={change} decimals={DECIMALS} decimalsMin={2} signed />}
      </td>
    </tr>
  );
}

function Foot({ sum }: { readonly sum: string }) {
  const { t } = useTexts();
  const [Icon, tone] = sum === '0' ? [Check, 'text-brand-ink'] : [TriangleAlert, 'text-bad'];
  return (
    <tfoot className="bg-panel sticky bottom-0">
      <tr className="border-line border-t font-semibold">
        <th scope="row" className={CELL}>
          {t('ledgerSum')}
        </th>
        <td className={CELL} colSpan={HEADS.length - 1}>
          <span className={`inline-flex items-center gap-1.5 ${tone}`}>
            <Icon aria-hidden size={14} />
            <Num value={sum} decimals={DECIMALS} decimalsMin={2} />
            <span className="font-normal">{t(sum === '0' ? 'ledgerBalances' : 'ledgerBalancesNot')}</span>
          </span>
        </td>
      </tr>
    </tfoot>
  );
}
