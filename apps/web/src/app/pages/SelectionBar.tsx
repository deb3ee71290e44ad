/** What a selection of records moved, coin by coin: of all of it, never of the page. */
import { Sigma } from 'lucide-react';
import { useTotals, type Summed, type TotalRow } from '#features/wallet/records/calls.ts';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { ScrollRow } from '#shared/ScrollRow.tsx';
import type { FilterInput } from './record-filters.ts';
import type { RecordTab } from './record-tabs.tsx';

/** Of the tabs whose sums are kept; '' is all of them. */
const KINDS: Readonly<Partial<Record<RecordTab, Summed | ''>>> = {
  all: '',
  fills: 'fill',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  exchanges: 'exchange',
  fees: 'fees',
  commissions: 'commissions',
};
/** No coin has more in the ledger. */
const EXACT_DECIMALS = 8;
const ROW = 'border-line bg-raised/40 min-h-12 border-b';

/**
 * The totals of the filtered records. The server keeps none by pair, side, state or number, nor for
 * days of other time zones than UTC; then nothing is shown.
 */
export function SelectionBar({ tab, input }: { readonly tab: RecordTab; readonly input: FilterInput }) {
  const { pair, side, status, id } = input;
  const isKept = [pair, side, status, id].every((filter) => filter === undefined);
  const kind = isKept ? KINDS[tab] : undefined;
  return kind === undefined ? null : <Totals kind={kind} input={input} />;
}

function Totals({ kind, input }: { readonly kind: Summed | ''; readonly input: FilterInput }) {
  const { t } = useTranslation();
  const { currency, range } = input;
  const totals = useTotals({
    ...(kind === '' ? {} : { kind }),
    ...(currency === undefined ? {} : { currency }),
    ...range,
  });
  // Its row is kept while it loads, so that the table does not move.
  if (totals.isPending) return <div aria-hidden className={ROW} />;
  const list = totals.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <section aria-label={t('records.totals.label')} className={ROW}>
      <ScrollRow className="flex min-h-12 items-center gap-5 px-5 whitespace-nowrap">
        <h2 className="text-mut flex items-center gap-1.5 text-[12.5px]">
          <Sigma aria-hidden size={14} />
          {t('records.totals.label')}
        </h2>
        {list.map((row) => (
          <Coin key={row.currency} row={row} />
        ))}
      </ScrollRow>
    </section>
  );
}

function Coin({ row }: { readonly row: TotalRow }) {
  const { t } = useTranslation();
  const { currency, net, received, paid, fees } = row;
  const parts = [
    ['received', received],
    ['paid', paid],
    ['fees', fees],
  ] as const;
  return (
    <span className="border-line2 flex items-baseline gap-2 border-l pl-5">
      <b className="text-[13px] font-semibold">
        <Balance value={net} decimals={EXACT_DECIMALS} signed toned />
      </b>
      <span className="text-mut">{currency}</span>
      <span className="text-mut text-[11px]">
        {parts
          .filter(([, amount]) => amount !== '0')
          .map(([name, amount], at) => (
            <span key={name}>
              {at > 0 && ' · '}
              {t(`records.totals.${name}`)} <Balance value={amount} decimals={EXACT_DECIMALS} />
            </span>
          ))}
      </span>
    </span>
  );
}
