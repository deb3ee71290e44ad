/** The reader's miners. */
import { CoinMark, DateTime, Tag, type TagTone } from '@glasshouse/ui';
import { states, STATUS } from '@glasshouse/protocol/mining/terms';
import type { ReactNode } from 'react';
import { Balance } from '#shared/Balance.tsx';
import { amountColumn } from '#shared/lists/amount-column.tsx';
import { DataTable, type Column, type DataTableProps } from '#shared/lists/DataTable.tsx';
import { decimalsNow } from '#shared/products/coin-decimals.ts';
import { DaysBar } from '#shared/products/DaysBar.tsx';
import { grownOf } from '#shared/products/fixed-terms.ts';
import { useOfferNames } from '#shared/products/offer-name.ts';
import { useNow } from '#shared/products/useNow.ts';
import { useTranslation } from '#shared/i18n.ts';
import { useOffers, type MinerRecord } from './calls.ts';

const ROW_PX = 50;
const DECIMALS = 8;
const { proceeding, toBeRedeemed } = STATUS;

const STATES = Object.keys(states) as readonly (keyof typeof states)[];
const TONES: readonly TagTone[] = ['info', 'warn', 'mut', 'mut'];

export interface MinerTableProps extends Pick<
  DataTableProps<MinerRecord>,
  'list' | 'emptyText' | 'emptyAction' | 'detail'
> {
  /** The buttons of a row. */
  readonly renderActs?: (miner: MinerRecord) => ReactNode;
}
export function MinerTable({ renderActs, ...table }: MinerTableProps) {
  const { t } = useTranslation();
  const columns = useColumns();
  const action: Column<MinerRecord> = {
    key: 'acts',
    head: t('spot.action'),
    headHidden: true,
    right: true,
    sticky: true,
    render: (miner) => renderActs?.(miner),
  };
  return (
    <DataTable
      {...table}
      look="records"
      label={t('mining.miners')}
      columns={renderActs === undefined ? columns : [...columns, action]}
      rowKey={(row) => row.id}
      rowHeight={ROW_PX}
    />
  );
}

/** 'Slate S-061': the pool in the language of the page, and the miner in it. */
export function useMinerName(): (miner: MinerRecord) => string {
  const nameOf = useOfferNames(useOffers().data?.list);
  return ({ offer, minerName }) => [nameOf(offer), minerName].filter(Boolean).join(' ');
}

function useColumns(): Column<MinerRecord>[] {
  const { t } = useTranslation();
  const nameOf = useMinerName();
  const nowMs = useNow();
  const rewardOf = (row: MinerRecord): string =>
    row.status === proceeding ? grownOf(row, nowMs, decimalsNow(row.currency)).profit : row.currentProfit;
  return [
    {
      key: 'miner',
      head: t('mining.miner'),
      render: (row) => (
        <span className="flex items-center gap-2.5">
          <CoinMark code={row.currency} size={26} />
          <span>
            <b className="block leading-4 font-semibold">{nameOf(row)}</b>
            <span className="text-mut text-[12px]">{t('mining.paysIn', { coin: row.currency })}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'bought',
      head: t('terms.bought'),
      className: 'text-mut num',
      render: (row) => <DateTime timeMs={row.time} />,
    },
    amountColumn<MinerRecord>({
      key: 'amount',
      head: t('market.amount'),
      isOwn: true,
      amount: ({ amount: value, currency: unit }) => ({ value, unit, decimals: DECIMALS }),
    }),
    {
      key: 'reward',
      head: t('mining.rewardSoFar'),
      right: true,
      render: (row) => <Balance value={rewardOf(row)} decimals={DECIMALS} signed toned />,
    },
    {
      key: 'days',
      head: t('terms.daysLeftHead'),
      render: (row) =>
        row.endTime === null ? (
          <DaysBar
            left={row.status === toBeRedeemed ? 0 : grownOf(row, nowMs, DECIMALS).remainingDays}
            days={row.days}
            isRunning={row.status === proceeding}
          />
        ) : (
          '–'
        ),
    },
    amountColumn<MinerRecord>({
      key: 'back',
      head: t('mining.comesBack'),
      isOwn: true,
      className: 'font-semibold',
      amount: ({ redeemableAmount: value, currency: unit }) => ({ value, unit, decimals: DECIMALS }),
    }),
    {
      key: 'status',
      head: t('terms.status'),
      render: (row) => (
        <Tag tone={TONES[row.status] ?? 'mut'}>
          {t(`mining.statuses.${STATES[row.status] ?? 'redeemed'}`)}
        </Tag>
      ),
    },
  ];
}
