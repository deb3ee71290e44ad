/** The columns of the queue of vouchers. */
import type { VoucherQueueRow } from '@glasshouse/protocol/vouchers/office';
import { Code, Tag } from '@glasshouse/ui';
import { Age } from '../parts/Age.tsx';
import { amountText, useCoinOnNetworkColumn } from '../parts/columns.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { useTexts } from '../texts.ts';
import { VOUCHER_AIM_MS } from './useVouchers.ts';
import { isOver, shownState, VOUCHER_STATE_TEXTS } from './words.ts';

export function useColumns(): readonly Column<VoucherQueueRow>[] {
  const { t } = useTexts();
  const coinOnNetwork = useCoinOnNetworkColumn();
  return [
    {
      id: 'age',
      head: t('age'),
      width: 82,
      cell: (row) => <Age sinceMs={row.time} {...(isOver(row) ? {} : { aimMs: VOUCHER_AIM_MS })} />,
    },
    {
      id: 'id',
      head: t('number'),
      width: 72,
      cell: ({ id }) => <Code className="font-medium">V-{id}</Code>,
    },
    { id: 'user', head: t('uid'), width: 76, cell: ({ userId }) => <Code>{userId}</Code> },
    coinOnNetwork,
    {
      id: 'amount',
      head: t('typedAmount'),
      width: 120,
      align: 'right',
      cell: (row) => (
        <span className={isOver(row) ? undefined : 'font-semibold'}>{amountText(row.amount)}</span>
      ),
    },
    {
      id: 'duplicate',
      head: t('noticed'),
      width: '1fr',
      cell: (row) => row.isDuplicate && <Tag tone="warn">{t('sharedPicture')}</Tag>,
    },
    {
      id: 'state',
      head: t('state'),
      width: 124,
      cell: (row) => <StateTag state={shownState(row)} states={VOUCHER_STATE_TEXTS} />,
    },
  ];
}
