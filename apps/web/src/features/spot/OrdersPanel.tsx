/** Open orders, history and fills under the chart. */
import { buttonClass, Checkbox, Empty, Tabs } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { useSession } from '#data/session.ts';
import { useOffline } from '#data/stream.ts';
import { useShownRows } from '#shared/lists/shown-rows.ts';
import { notify } from '#shared/notify.ts';
import { LogInLink } from '#shared/PageLink.tsx';
import { rememberOnlyPair, useOrdersSetting } from '#shared/trade-layout.ts';
import { useUrlChoice, useUrlText } from '#shared/url-state.ts';
import { CancelAllButton } from './CancelAllButton.tsx';
import {
  useCancelOrder,
  useFills,
  useLiveOrders,
  useOpenOrders,
  useOrderHistory,
  type OrderRow,
  type PairOf,
} from './calls.ts';
import { OpenOrderTable } from './OpenOrderTable.tsx';
import { FillTable, OrderTable } from './tables.tsx';
const ORDER_TABS = ['open', 'history', 'fills'] as const;

export function OrdersPanel({ pair }: { readonly pair: PairOf }) {
  const { t } = useTranslation();
  const [onlyPair, showOnlyPair] = useOnlyPair();
  const [tab, setTab] = useUrlChoice('orders', ORDER_TABS);
  const signedIn = useSession() !== null;
  const open = useOpenOrders();
  useLiveOrders();
  const same = (row: PairOf) => row.baseCoin === pair.baseCoin && row.quoteCoin === pair.quoteCoin;
  const orders = (open.data ?? []).filter((order) => !onlyPair || same(order));
  const chosen = onlyPair ? { baseCoin: pair.baseCoin, quoteCoin: pair.quoteCoin } : undefined;
  return (
    <section aria-label={t('spot.orders')} className="bg-panel flex min-h-0 flex-col overflow-hidden">
      <Tabs
        label={t('spot.orders')}
        items={[
          {
            id: 'open',
            label: open.data === undefined ? t('spot.open') : `${t('spot.open')} (${open.data.length})`,
          },
          { id: 'history', label: t('spot.history') },
          { id: 'fills', label: t('spot.fills') },
        ]}
        value={tab}
        onValue={setTab}
        end={
          signedIn && (
            <>
              <Checkbox checked={onlyPair} onChange={showOnlyPair} className="text-mut mr-2">
                {t('spot.hideOthers')}
              </Checkbox>
              {tab === 'open' && <CancelAllButton count={orders.length} pair={chosen} />}
            </>
          )
        }
      />
      {!signedIn ? (
        <SignedOut />
      ) : tab === 'open' ? (
        <OpenOrders open={open} orders={orders} />
      ) : tab === 'history' ? (
        <History pair={chosen} />
      ) : (
        <Fills pair={chosen} />
      )}
    </section>
  );
}

/** Whether only the pair's orders are shown: as the address says, else as it was last. */
function useOnlyPair() {
  const { onlyPair } = useOrdersSetting();
  const [named, name] = useUrlText('pairs');
  function choose(only: boolean) {
    rememberOnlyPair(only);
    name(only ? 'one' : 'all');
  }
  return [named === '' ? onlyPair : named === 'one', choose] as const;
}

function SignedOut() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t('spot.signedOut')}
      text={t('spot.signedOutText')}
      action={<LogInLink className={buttonClass('brand', 'sm')}>{t('nav.login')}</LogInLink>}
    />
  );
}

/** Finished or cancelled. */
const ENDED = 3;

interface OpenOrdersProps {
  readonly open: ReturnType<typeof useOpenOrders>;
  readonly orders: readonly OrderRow[];
}
function OpenOrders({ open, orders }: OpenOrdersProps) {
  const { t } = useTranslation();
  const cancel = useCancelOrder();
  const offline = useOffline();
  const { isPending, isError, error, data, refetch } = open;
  const shown = useShownRows(orders);
  return (
    <OpenOrderTable
      label={t('spot.open')}
      list={{ ...shown, isPending, isError: isError && data === undefined, error, refetch }}
      emptyText={t('spot.noOpen')}
      disabled={offline}
      cancelling={cancel.isPending ? cancel.variables : undefined}
      onCancel={(id) => cancel.mutate(id, { onSuccess: () => notify.success('l.cancelled') })}
    />
  );
}
function History({ pair }: { readonly pair: PairOf | undefined }) {
  const { t } = useTranslation();
  const list = useOrderHistory({ ...pair, status: ENDED });
  return <OrderTable label={t('spot.history')} list={list} emptyText={t('spot.noHistory')} />;
}
function Fills({ pair }: { readonly pair: PairOf | undefined }) {
  const { t } = useTranslation();
  const list = useFills({ ...pair });
  return <FillTable label={t('spot.fills')} list={list} emptyText={t('spot.noFills')} />;
}
