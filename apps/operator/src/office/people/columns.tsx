/** The columns of the lists of a person. */
import type { DataOf, OperatorCallName, OperatorCallNamed } from '@glasshouse/protocol';
import { Code, DateTime, Num, Tag } from '@glasshouse/ui';
import { ACT_STATES, actText } from '../acts/act-words.ts';
import { Operator } from '../parts/Operator.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import type { Column } from '../parts/table/columns.ts';
import { useTexts, type TextKey } from '../texts.ts';
import { Kyc } from './tags.tsx';

type RowOf<N extends OperatorCallName> =
  DataOf<OperatorCallNamed<N>> extends { readonly list: (infer Row)[] } ? Row : never;

const number = (value: string | null) => <Num value={value} decimals={8} decimalsMin={0} />;

/** The columns that several lists have. */
function useShared() {
  const { t } = useTexts();
  return {
    time: {
      id: 'time',
      head: t('time'),
      width: 124,
      cell: ({ time }: { readonly time: number }) => (
        <DateTime timeMs={time} kind="short" className="text-mut" />
      ),
    },
    ip: { id: 'ip', head: 'IP', width: '2fr', cell: ({ ip }: { readonly ip: string }) => <Code>{ip}</Code> },
    device: {
      id: 'device',
      head: t('people_device'),
      width: '4fr',
      cell: ({ device }: { readonly device: string }) => (
        <span className="text-mut" title={device}>
          {device}
        </span>
      ),
    },
  } as const;
}

const ORDER_STATES: Readonly<Record<string, TextKey>> = {
  '0': 'people_order_open',
  '1': 'people_order_finished',
  '2': 'people_order_cancelled',
};

export function useOrdersColumns(): readonly Column<RowOf<'people/get-orders'>>[] {
  const { t } = useTexts();
  const { time } = useShared();
  return [
    time,
    {
      id: 'id',
      head: t('number'),
      width: 90,
      isLow: true,
      cell: ({ id }) => <Code className="text-mut">{id}</Code>,
    },
    {
      id: 'pair',
      head: t('pair'),
      width: 112,
      cell: ({ baseCoin, quoteCoin }) => (
        <Code className="font-medium">
          {baseCoin}/{quoteCoin}
        </Code>
      ),
    },
    {
      id: 'side',
      head: t('people_side'),
      width: 64,
      cell: ({ direction }) => (
        <span className={direction === 'buy' ? 'text-up' : 'text-down'}>{t(`people_side_${direction}`)}</span>
      ),
    },
    {
      id: 'price',
      head: t('people_price'),
      width: '2fr',
      align: 'right',
      cell: ({ price }) => number(price),
    },
    { id: 'amount', head: t('amount'), width: '2fr', align: 'right', cell: ({ amount }) => number(amount) },
    {
      id: 'filled',
      head: t('people_filled'),
      width: '2fr',
      align: 'right',
      cell: ({ filledAmount }) => number(filledAmount),
    },
    {
      id: 'state',
      head: t('state'),
      width: 100,
      cell: ({ status }) => (
        <Tag tone={status === 0 ? 'info' : 'mut'}>{t(ORDER_STATES[status] ?? 'people_order_open')}</Tag>
      ),
    },
  ];
}

export function useDepositsColumns(): readonly Column<RowOf<'people/get-deposits'>>[] {
  const { t } = useTexts();
  const { time } = useShared();
  return [
    time,
    { id: 'coin', head: t('coin'), width: 72, cell: ({ currency }) => <Code>{currency}</Code> },
    { id: 'chain', head: t('people_network'), width: 84, cell: ({ chain }) => <Code>{chain}</Code> },
    { id: 'amount', head: t('amount'), width: '2fr', align: 'right', cell: ({ amount }) => number(amount) },
    {
      id: 'txid',
      head: t('transaction'),
      width: '4fr',
      cell: ({ txid, output }) => (
        <Code className="text-mut font-mono">{txid === '' ? `V-${output}` : txid}</Code>
      ),
    },
    {
      id: 'state',
      head: t('state'),
      width: 108,
      cell: ({ status }) => (
        <Tag tone={status === 'confirming' ? 'info' : 'mut'}>{t(`people_deposit_${status}`)}</Tag>
      ),
    },
  ];
}

export function useWithdrawalsColumns(): readonly Column<RowOf<'people/get-withdrawals'>>[] {
  const { t } = useTexts();
  const { time } = useShared();
  return [
    time,
    { id: 'id', head: t('number'), width: 80, cell: ({ id }) => <Code className="font-medium">W-{id}</Code> },
    { id: 'coin', head: t('coin'), width: 72, cell: ({ currency }) => <Code>{currency}</Code> },
    { id: 'chain', head: t('people_network'), width: 84, cell: ({ chain }) => <Code>{chain}</Code> },
    { id: 'amount', head: t('amount'), width: '2fr', align: 'right', cell: ({ amount }) => number(amount) },
    {
      id: 'address',
      head: t('people_address'),
      width: '3fr',
      cell: ({ address }) => <Code className="text-mut font-mono">{address}</Code>,
    },
    {
      id: 'state',
      head: t('state'),
      width: 108,
      cell: ({ status }) => (
        <Tag tone={status === 'pending' || status === 'paying' ? 'info' : 'mut'}>
          {t(`people_withdrawal_${status}`)}
        </Tag>
      ),
    },
  ];
}

export function useSessionsColumns(): readonly Column<RowOf<'people/get-sessions'>>[] {
  const { t } = useTexts();
  const { ip, device, time } = useShared();
  return [
    {
      id: 'seen',
      head: t('people_lastSeen'),
      width: 124,
      cell: ({ lastSeenTime }) => time.cell({ time: lastSeenTime }),
    },
    { ...time, head: t('people_openedOn') },
    ip,
    device,
  ];
}

export function useLoginsColumns(): readonly Column<RowOf<'people/get-logins'>>[] {
  const { t } = useTexts();
  const { time, ip, device } = useShared();
  return [
    time,
    {
      id: 'method',
      head: t('people_method'),
      width: 110,
      cell: ({ method }) => t(`people_method_${method}`),
    },
    {
      id: 'outcome',
      head: t('people_outcome'),
      width: 150,
      cell: ({ outcome }) => (
        <Tag tone={outcome === 'success' ? 'mut' : 'bad'}>{t(`people_outcome_${outcome}`)}</Tag>
      ),
    },
    ip,
    device,
  ];
}

export function useInvitedColumns(): readonly Column<RowOf<'people/get-invited'>>[] {
  const { t } = useTexts();
  return [
    {
      id: 'user',
      head: t('uid'),
      width: 110,
      cell: ({ userId }) => <Code className="font-medium">{userId}</Code>,
    },
    { id: 'email', head: t('email'), width: '2fr', cell: ({ maskedEmail }) => <Code>{maskedEmail}</Code> },
    {
      id: 'since',
      head: t('since'),
      width: 120,
      cell: ({ sinceTime }) => <DateTime timeMs={sinceTime} kind="date" className="text-mut" />,
    },
    { id: 'kyc', head: t('identity'), width: 130, cell: ({ kycState }) => <Kyc state={kycState} /> },
    { id: 'invited', head: t('people_invited'), width: 100, align: 'right', cell: ({ invited }) => invited },
  ];
}

export function useMessagesColumns(): readonly Column<RowOf<'people/get-messages'>>[] {
  const { t } = useTexts();
  const { time } = useShared();
  return [
    time,
    { id: 'title', head: t('title'), width: '3fr', cell: ({ title }) => title },
    {
      id: 'text',
      head: t('message'),
      width: '4fr',
      cell: ({ summary }) => <span className="text-mut">{summary}</span>,
    },
    {
      id: 'read',
      head: t('state'),
      width: 96,
      cell: ({ read }) => <Tag tone={read ? 'mut' : 'info'}>{t(read ? 'people_read' : 'people_unread')}</Tag>,
    },
  ];
}

export function useActsColumns(): readonly Column<RowOf<'people/get-acts'>>[] {
  const { t } = useTexts();
  const { time } = useShared();
  return [
    time,
    { id: 'act', head: t('act'), width: '3fr', cell: ({ call }) => actText(t, call) },
    {
      id: 'operator',
      head: t('askedBy'),
      width: '2fr',
      cell: ({ operator }) => <Operator name={operator} />,
    },
    {
      id: 'reason',
      head: t('reason'),
      width: '4fr',
      cell: ({ reason }) => <span className="text-mut">{reason}</span>,
    },
    {
      id: 'state',
      head: t('state'),
      width: 130,
      cell: ({ state }) => <StateTag state={state} states={ACT_STATES} />,
    },
  ];
}
