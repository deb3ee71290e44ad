/** Open orders, history and fills under the chart. */
import { buttonClass, Checkbox, Empty, SkeletonRows, Tabs } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#shared/i18n.ts';
import { useSession } from '#data/session.ts';
import { useOffline } from '#data/stream.ts';
import { ListFailed, PagedBody } from '#shared/lists/PagedBody.tsx';
import { notify } from '#shared/notify.ts';
import { useReturnTo } from '#shared/return-to.ts';
import { chooseOrderTab, showOnlyPair, useOrdersSetting } from '#shared/trade-layout.ts';
import { CancelAllButton } from './CancelAllButton.tsx';
import {
  useCancelOrder,
  useFills,
  useLiveOrders,
  useOpenOrders,
  useOrderHistory,
  type PairOf,
} from './calls.ts';
import { FillTable, OrderTable } from './tables.tsx';

const ROW_PX = 29;
const HEAD_PX = 28;

export function OrdersPanel({ pair }: { readonly pair: PairOf }) {
  const { t } = useTranslation();
  const { tab, onlyPair } = useOrdersSetting();
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
        onValue={chooseOrderTab}
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
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="group" aria-label={t('spot.orders')}>
        {!signedIn ? (
          <SignedOut />
        ) : tab === 'open' ? (
          <OpenOrders open={open} orders={orders} />
        ) : tab === 'history' ? (
          <History pair={chosen} />
        ) : (
          <Fills pair={chosen} />
        )}
      </div>
    </section>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const returnTo = useReturnTo();
  return (
    <Empty
      title={t('spot.signedOut')}
      text={t('spot.signedOutText')}
      action={
        <Link to="/login/login" search={{ returnTo }} className={buttonClass('brand', 'sm')}>
          {t('nav.login')}
        </Link>
      }
    />
  );
}

interface OpenOrdersProps {
  readonly open: ReturnType<typeof useOpenOrders>;
  readonly orders: Parameters<typeof OrderTable>[0]['orders'];
}
function OpenOrders({ open, orders }: OpenOrdersProps) {
  const { t } = useTranslation();
  const cancel = useCancelOrder();
  const offline = useOffline();
  if (open.isPending)
    return (
      <div style={{ paddingTop: HEAD_PX }}>
        <SkeletonRows rows={5} height={ROW_PX} />
      </div>
    );
  if (open.isError && open.data === undefined) return <ListFailed onRetry={open.refetch} />;
  if (orders.length === 0) return <Empty title={t('l.noData')} text={t('spot.noOpen')} />;
  return (
    <OrderTable
      label={t('spot.open')}
      orders={orders}
      disabled={offline}
      cancelling={cancel.isPending ? cancel.variables : undefined}
      onCancel={(id) => cancel.mutate(id, { onSuccess: () => notify.success('l.cancelled') })}
    />
  );
}
function History({ pair }: { readonly pair: PairOf | undefined }) {
  const { t } = useTranslation();
  const list = useOrderHistory(undefined, pair);
  const closed = { ...list, rows: list.rows.filter((order) => order.status !== 0) };
  return (
    <PagedBody list={closed} emptyText={t('spot.noHistory')} headHeight={HEAD_PX}>
      <OrderTable label={t('spot.history')} orders={closed.rows} />
    </PagedBody>
  );
}
function Fills({ pair }: { readonly pair: PairOf | undefined }) {
  const { t } = useTranslation();
  const list = useFills(pair);
  return (
    <PagedBody list={list} emptyText={t('spot.noFills')} headHeight={HEAD_PX}>
      <FillTable label={t('spot.fills')} fills={list.rows} />
    </PagedBody>
  );
}
