/** The table of holdings, with the profit of open ones at the current NAV. */
import {
  Button,
  formatNumber,
  formatPercent,
  formatTime,
  Num,
  Tag,
  toneOf,
  type TagTone,
} from '@glasshouse/ui';
import { Layers } from 'lucide-react';
import { CallError } from '#data/api.ts';
import { Balance } from '#shared/Balance.tsx';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps, type RowDetail } from '#shared/lists/DataTable.tsx';
import { useBalanceText } from '#shared/balance-text.ts';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { offerText } from '#shared/products/offer-name.ts';
import {
  cancelSell,
  HOLDING,
  isPaidInCoins,
  NAV_SHOWN,
  NOT_FILLED,
  useOffers,
  WAITING,
  type HoldingRow,
} from './calls.ts';
import { amountText, navText, navUnits } from './figures.ts';
import { HoldingFacts } from './HoldingFacts.tsx';
import { useLive, type Live } from './useLive.ts';

const ROW_PX = 52;
const STATUSES = ['waiting', 'holding', 'sold', 'liquidated', 'exited', 'notFilled'] as const;
const TONES: readonly TagTone[] = ['warn', 'info', 'mut', 'bad', 'mut', 'mut'];

/** The name of a fund in the language of the page. */
export function useFundName(): (fund: number) => string {
  const { language } = useTranslation();
  const { data } = useOffers();
  return (number) => {
    const offer = data?.find(({ fund }) => fund === number);
    return offer === undefined ? `#${number}` : offerText(offer, language).name;
  };
}

interface HoldingTableProps extends Pick<
  DataTableProps<HoldingRow>,
  'list' | 'emptyText' | 'emptyAction' | 'detail'
> {
  /** Opens the sale of a holding. Absent in tables that only show records. */
  readonly onSell?: ((holding: HoldingRow) => void) | undefined;
  readonly onExit?: ((holding: HoldingRow) => void) | undefined;
}
export function HoldingTable({ onSell, onExit, detail, ...table }: HoldingTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(useLive());
  const action = useActions({ onSell, onExit });
  return (
    <DataTable
      {...table}
      detail={detail === undefined ? undefined : withFacts(detail)}
      look="records"
      label={t('fund.holdings')}
      columns={action === undefined ? columns : [...columns, action]}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
    />
  );
}

const withFacts = ({ label, render }: RowDetail<HoldingRow>): RowDetail<HoldingRow> => ({
  label,
  render: (row) => (
    <>
      <HoldingFacts row={row} />
      {render(row)}
    </>
  ),
});

function useColumns(live: Live): Column<HoldingRow>[] {
  const { t } = useTranslation();
  const nameOf = useFundName();
  return [
    {
      key: 'fund',
      head: t('section.fund.name'),
      render: (row) => (
        <span className="flex items-center gap-2.5">
          <span
            aria-hidden
            className="bg-brand-soft text-brand-ink grid size-7 place-items-center rounded-full"
          >
            <Layers size={14} />
          </span>
          <span>
            <b className="block leading-4 font-semibold">{nameOf(row.fund)}</b>
            <span className="text-mut num text-[12px]">
              #{row.id} · {formatTime(row.orderTime, 'short').slice(0, -3)}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'units',
      head: t('fund.quantity'),
      right: true,
      render: (row) => <Balance value={row.quantity} decimals={2} />,
    },
    {
      key: 'bought',
      head: t('fund.boughtAt'),
      right: true,
      className: 'text-mut',
      render: (row) => <BoughtAt row={row} />,
    },
    {
      key: 'nav',
      head: t('fund.navOrSold'),
      right: true,
      render: (row) => {
        const { nav } = live(row);
        const isOpen = row.status === HOLDING;
        const value = nav === 0 ? undefined : navText(nav);
        return <Num value={value} decimals={NAV_SHOWN} className={isOpen ? 'font-semibold' : 'text-mut'} />;
      },
    },
    {
      key: 'leverage',
      head: t('fund.leverage'),
      right: true,
      className: 'num',
      render: (row) => `${row.leverage}×`,
    },
    amountColumn<HoldingRow>({
      key: 'margin',
      head: t('fund.margin'),
      isOwn: true,
      amount: ({ margin: value }) => ({ value, decimals: 2 }),
    }),
    { key: 'profit', head: t('fund.profit'), right: true, render: (row) => <Profit row={row} live={live} /> },
    { key: 'end', head: t('fund.liquidation'), render: (row) => <Liquidation row={row} live={live} /> },
    { key: 'status', head: t('fund.status'), render: (row) => <Status row={row} /> },
  ];
}

interface CellProps {
  readonly row: HoldingRow;
  readonly live: Live;
}

/** The NAV of the purchase; until it executes, the highest NAV that the order accepts. */
function BoughtAt({ row: { buyPrice, maxPrice } }: { readonly row: HoldingRow }) {
  return (
    <>
      {buyPrice === null && '≤ '}
      <Num value={buyPrice ?? maxPrice} decimals={NAV_SHOWN} />
    </>
  );
}

/** The profit: of an open holding after interest, of an ended one after interest and all fees. */
function Profit({ row, live }: CellProps) {
  const { at, decimals } = live(row);
  if (row.status === WAITING || row.status === NOT_FILLED) return <span className="text-mut">–</span>;
  const value = at === undefined ? row.profit : amountText(at.open, decimals);
  const ratio = Number(value) / Number(row.margin);
  return (
    <span className="block leading-4">
      <Balance value={value} decimals={2} signed toned className="block font-semibold" />
      <span translate="no" className={`num notranslate text-[12px] ${toneOf(ratio)}`}>
        {formatPercent(ratio)}
      </span>
    </span>
  );
}

function Liquidation({ row, live }: CellProps) {
  const { t } = useTranslation();
  if (row.status !== HOLDING) return <span className="text-mut">–</span>;
  const at = navUnits(row.liquidationPrice);
  if (at === 0) return <span className="text-mut">{t('fund.cannotBe')}</span>;
  const { nav } = live(row);
  const away = nav === 0 ? 0 : 1 - at / nav;
  const bought = navUnits(row.buyPrice);
  const room = Math.max(0, Math.min(1, (nav - at) / Math.max(1, bought - at)));
  return (
    <span className="block w-36 leading-4">
      <span className="flex justify-between gap-3">
        <Num value={row.liquidationPrice} decimals={NAV_SHOWN} className="font-medium" />
        <span className="text-mut num text-[12px]">
          {t('fund.away', { share: formatNumber(away * 100, { decimals: 1 }) })}
        </span>
      </span>
      <span aria-hidden className="bg-raised mt-1 block h-1 rounded-full">
        <i
          className={`block h-1 rounded-full ${room < 0.25 ? 'bg-bad' : 'bg-mut'}`}
          style={{ width: `${room * 100}%` }}
        />
      </span>
    </span>
  );
}

function Status({ row }: { readonly row: HoldingRow }) {
  const { t } = useTranslation();
  const balanceText = useBalanceText();
  return (
    <span className="block">
      <Tag tone={TONES[row.status] ?? 'mut'}>{t(`fund.tabs.${STATUSES[row.status] ?? 'holding'}`)}</Tag>
      <span className="text-mut block text-[12px] leading-4">{noteOf(row, { t, balanceText })}</span>
    </span>
  );
}

interface NoteWords {
  readonly t: ReturnType<typeof useTranslation>['t'];
  readonly balanceText: ReturnType<typeof useBalanceText>;
}
function noteOf(row: HoldingRow, { t, balanceText }: NoteWords) {
  const nav = (text: string | null) => formatNumber(text, { decimals: NAV_SHOWN });
  if (row.status === WAITING) return t('fund.notes.waiting');
  if (row.orderedEnd !== null) return t('fund.notes.ordered', { nav: nav(row.minPrice) });
  if (row.limitPrice !== null && row.status === HOLDING)
    return t('fund.notes.limit', { nav: nav(row.limitPrice) });
  if (row.reason !== null) return t(`fund.reasons.${row.reason}`);
  const payout = balanceText(row.payout, { decimals: 2 });
  if (row.status === 3)
    return Number(row.payout) === 0 ? t('fund.notes.lost') : t('fund.notes.left', { amount: payout });
  if (row.payout === null) return null;
  const coins = balanceText(row.paidInCoins, { decimals: 2 });
  return isPaidInCoins(row)
    ? t('fund.notes.paidInCoins', { amount: payout, coins })
    : t('fund.notes.paid', { amount: payout });
}

function useActions({
  onSell,
  onExit,
}: Pick<HoldingTableProps, 'onSell' | 'onExit'>): Column<HoldingRow> | undefined {
  const { t } = useTranslation();
  if (onSell === undefined || onExit === undefined) return undefined;
  async function cancel(id: string): Promise<void> {
    try {
      await cancelSell(id);
      notify.success(t('fund.limitCancelled'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify.error(error.message);
    }
  }
  return {
    key: 'actions',
    head: t('fund.actions'),
    headHidden: true,
    right: true,
    render: (row) =>
      row.status === HOLDING &&
      row.orderedEnd === null && (
        <span className="flex justify-end gap-1">
          {row.limitPrice !== null && (
            <Button size="xs" tone="ghost" onClick={() => void cancel(row.id)}>
              {t('fund.cancelLimit')}
            </Button>
          )}
          <Button size="xs" tone="plain" onClick={() => onSell(row)}>
            {t('spot.sell')}
          </Button>
          <Button size="xs" tone="ghost" onClick={() => onExit(row)}>
            {t('fund.exit')}
          </Button>
        </span>
      ),
  };
}
