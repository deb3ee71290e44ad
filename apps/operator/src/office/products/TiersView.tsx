/** The fee tiers, and the form that replaces them. */
import type { OfficeFeeTier } from '@glasshouse/protocol/spot/terms-office';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { amountText } from '../parts/columns.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { EmptyState, NothingOpen } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { TiersForm } from './RowsForm.tsx';
import { TIERS, type ViewProps } from './view-props.ts';

export function TiersView({ views, open, onOpen, mayAsk }: ViewProps) {
  const { t } = useTexts();
  const query = useQuery({ queryKey: ['fee-tiers'], queryFn: () => call('products/get-fee-tiers', {}) });
  const { coin = '', tiers = [] } = query.data ?? {};
  const side =
    mayAsk && open === TIERS && query.data !== undefined ? (
      <TiersForm key={JSON.stringify(tiers)} coin={coin} tiers={tiers} onClose={() => onOpen(undefined)} />
    ) : (
      <NothingOpen text={t('product_tiersNote')} />
    );
  return (
    <SideBySide side={side}>
      {views}
      <Table
        label={t('product_tiers')}
        columns={useColumns(coin)}
        rows={wholeRows(query, tiers)}
        keyOf={(row) => row.volume}
        empty={<EmptyState title={t('product_noTiers')} />}
      />
    </SideBySide>
  );
}

function useColumns(coin: string): readonly Column<OfficeFeeTier>[] {
  const { t } = useTexts();
  return [
    {
      id: 'volume',
      head: t('product_volume'),
      width: '2fr',
      align: 'right',
      cell: ({ volume }) => `${amountText(volume)} ${coin}`,
    },
    {
      id: 'maker',
      head: t('product_makerShare'),
      width: '2fr',
      align: 'right',
      cell: ({ makerShare }) => `${makerShare}%`,
    },
    {
      id: 'taker',
      head: t('product_takerShare'),
      width: '2fr',
      align: 'right',
      cell: ({ takerShare }) => `${takerShare}%`,
    },
  ];
}
