/** Seconds contracts: their durations, and the limits of each pair. */
import type { OfficeContractPair, OfficeDuration } from '@glasshouse/protocol/seconds-contract/office';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { amountText } from '../parts/columns.tsx';
import { SideBySide } from '../parts/Decision.tsx';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { NothingFound, NothingOpen } from '../parts/states.tsx';
import type { Column } from '../parts/table/columns.ts';
import { Table } from '../parts/table/Table.tsx';
import { wholeRows } from '../parts/table/whole-rows.ts';
import { useTexts } from '../texts.ts';
import { LimitsForm } from './LimitsForm.tsx';
import { DurationsForm } from './RowsForm.tsx';
import { DURATIONS, type ViewProps } from './view-props.ts';

const EVERY_MS = 10_000;

export function ContractsView({ open, onOpen, views, mayAsk }: ViewProps) {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: ['contract-terms'],
    queryFn: () => call('products/get-contract-terms', {}),
    refetchInterval: EVERY_MS,
  });
  const { coin = '', durations = [], pairs = [], others = [] } = query.data ?? {};
  const without = { maxPositions: '', maxUserStake: '', maxOpenStake: '', openStake: '0' };
  const rows = [...pairs, ...(mayAsk ? others.map((pair) => ({ pair, ...without })) : [])];
  const pair = rows.find((one) => one.pair === open);
  const onClose = () => onOpen(undefined);
  const side = () => {
    if (mayAsk && open === DURATIONS && query.data !== undefined)
      return (
        <DurationsForm key={JSON.stringify(durations)} coin={coin} durations={durations} onClose={onClose} />
      );
    if (pair === undefined) return <NothingOpen text={t('product_openPair')} />;
    if (!mayAsk) return <LooksOnly title={pair.pair} onClose={onClose} />;
    const { pair: name, maxPositions, maxUserStake, maxOpenStake } = pair;
    const key = JSON.stringify([name, maxPositions, maxUserStake, maxOpenStake]);
    return <LimitsForm key={key} coin={coin} pair={pair} onClose={onClose} />;
  };
  return (
    <SideBySide side={side()}>
      {views}
      <p className="num border-line text-mut border-b px-4 py-2">{useDurations(coin, durations)}</p>
      <Table
        label={t('product_contracts')}
        columns={useColumns(coin)}
        rows={wholeRows(query, rows)}
        keyOf={(row) => row.pair}
        openKey={open}
        onOpen={(row) => onOpen(row.pair)}
        isFinished={({ maxPositions }) => maxPositions === ''}
        empty={<NothingFound />}
      />
    </SideBySide>
  );
}

function useDurations(coin: string, durations: readonly OfficeDuration[]): string {
  const { t } = useTexts();
  return durations
    .map(({ seconds, profit, minStake, maxStake }) =>
      t('product_duration', {
        seconds,
        profit,
        least: amountText(minStake),
        most: amountText(maxStake),
        coin,
      }),
    )
    .join(' · ');
}

function useColumns(coin: string): readonly Column<OfficeContractPair>[] {
  const { t } = useTexts();
  const bound = (value: string): string => {
    if (value === '') return '–';
    return value === '0' ? t('product_unbounded') : `${amountText(value)} ${coin}`;
  };
  return [
    { id: 'pair', head: t('pair'), width: '2fr', cell: (row) => <b className="font-semibold">{row.pair}</b> },
    {
      id: 'positions',
      head: t('product_maxPositions'),
      width: '2fr',
      align: 'right',
      cell: ({ maxPositions }) => (maxPositions === '' ? t('product_noContracts') : maxPositions),
    },
    {
      id: 'user',
      head: t('product_maxUserStake'),
      width: '3fr',
      align: 'right',
      cell: ({ maxUserStake }) => bound(maxUserStake),
    },
    {
      id: 'all',
      head: t('product_maxOpenStake'),
      width: '3fr',
      align: 'right',
      cell: ({ maxOpenStake }) => bound(maxOpenStake),
    },
    {
      id: 'now',
      head: t('product_openStake'),
      width: '2fr',
      align: 'right',
      cell: ({ maxPositions, openStake }) => (maxPositions === '' ? '–' : `${amountText(openStake)} ${coin}`),
    },
  ];
}
