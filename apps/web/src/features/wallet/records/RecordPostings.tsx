/** Under an opened row: the postings of its record, with their other sides, and their sums. */
import { ArrowLeftRight, ShieldCheck, TriangleAlert } from 'lucide-react';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { DataTable, type Column } from '#shared/lists/DataTable.tsx';
import { PostingReason } from '../PostingReason.tsx';
import { useRecordPostings, type RecordKind, type RecordPosting } from './calls.ts';
import { isBalanced, netOf } from './posting-sums.ts';

const ROW_PX = 28;
/** No coin has more in the ledger. */
const EXACT_DECIMALS = 8;

export interface RecordName {
  readonly kind: RecordKind;
  readonly id: string;
}

export function RecordPostings({ kind, id }: RecordName) {
  const { t } = useTranslation();
  const list = useRecordPostings(kind, id);
  return (
    <div className="max-w-[1180px] py-2">
      <DataTable
        look="desk"
        label={t('records.postings.label')}
        list={list}
        loadingRows={2}
        emptyText={t('records.postings.none')}
        columns={useColumns()}
        rowKey={(line) => line.id}
        rowHeight={ROW_PX}
      />
      {list.rows.length > 0 && list.more === undefined && <Foot lines={list.rows} />}
    </div>
  );
}

function Foot({ lines }: { readonly lines: readonly RecordPosting[] }) {
  const { t } = useTranslation();
  const isRight = isBalanced(lines);
  const Icon = isRight ? ShieldCheck : TriangleAlert;
  return (
    <p className="border-line text-mut flex flex-wrap items-center gap-x-4 border-t px-3 pt-2 text-[12px]">
      <span className="flex items-center gap-2">
        <Icon aria-hidden size={14} className={isRight ? 'text-brand-ink' : 'text-bad'} />
        {isRight ? t('records.postings.balanced', { count: lines.length }) : t('records.postings.unbalanced')}
      </span>
      <span className="ml-auto flex gap-4">
        {t('records.postings.net')}
        {netOf(lines).map(({ currency, amount }) => (
          <Balance
            key={currency}
            value={amount}
            unit={currency}
            decimals={EXACT_DECIMALS}
            signed
            toned
            className="font-semibold"
          />
        ))}
      </span>
    </p>
  );
}

function useColumns(): Column<RecordPosting>[] {
  const { t } = useTranslation();
  return [
    { key: 'sequence', head: t('wallet.sequence'), className: 'text-mut num', render: (line) => line.seq },
    { key: 'reason', head: t('wallet.reason'), render: (line) => <PostingReason reason={line.reason} /> },
    {
      key: 'own',
      head: t('records.postings.oneSide'),
      render: (line) => <OwnSide account={line.account} part={line.part} />,
    },
    {
      key: 'amount',
      head: t('market.amount'),
      right: true,
      render: (line) => <Moved amount={line.amount} currency={line.currency} />,
    },
    {
      key: 'between',
      head: '',
      render: () => <ArrowLeftRight aria-hidden size={12} className="text-mut" />,
    },
    {
      key: 'other',
      head: t('records.postings.otherSide'),
      render: ({ others }) =>
        others.map((other) => (
          <span key={other.side} className="block">
            {other.side === 'own' ? (
              <OwnSide account={other.account} part={other.part} />
            ) : (
              t(`records.postings.sides.${other.side}`)
            )}
          </span>
        )),
    },
    {
      key: 'gained',
      head: t('market.amount'),
      right: true,
      render: ({ others, currency }) =>
        others.map((other) => (
          <span key={other.side} className="block">
            <Moved amount={other.amount} currency={currency} />
          </span>
        )),
    },
  ];
}

function OwnSide({ account, part }: { readonly account: number | null; readonly part: string | null }) {
  const { t } = useTranslation();
  return t('records.postings.own', { account: String(account ?? ''), part: part ?? '' });
}

function Moved({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return <Balance value={amount} unit={currency} decimals={EXACT_DECIMALS} signed />;
}
