/** What spot trading gives programs: its endpoints, and the events of executions. */
import type { Ports } from '../../../contract/ports.ts';
import type { ProgramEvents } from '../../../contract/program-events.ts';
import type { FeatureEndpoints } from '../../../http/endpoint-handler.ts';
import { OrderNumbers } from '../order-numbers.ts';
import { queryAccount, queryCommission, queryTradeFee } from './account.ts';
import { countDownCancelAll } from './countdowns.ts';
import { queryAllOrders, queryMyTrades, queryOpenOrders, queryOrder } from './lists.ts';
import { queryAllOrderLists, queryOpenOrderLists, queryOrderList } from './order-list-reads.ts';
import { cancelList, placeOco, placeOcoList } from './order-lists.ts';
import type { ProgramParts } from './order-name.ts';
import { amendOrder, cancelOpenOrders, cancelOrder, placeOrder, testOrder } from './orders.ts';
import { cancelReplace } from './replace.ts';
import { executionReports } from './reports.ts';

export function spotPrograms(ports: Ports): {
  readonly endpoints: FeatureEndpoints<'spot'>;
  readonly programEvents: ProgramEvents;
} {
  const { catalogue, database, pipeline, sequencer } = ports;
  const numbers = new OrderNumbers(database, catalogue.exchange.seq);
  pipeline.onCommitted((batch) => numbers.take(batch));
  const parts: ProgramParts = {
    catalogue,
    database,
    sequencer,
    numbers,
    mayDo: async (userId, operation) => (await ports.guard.refusalNow(userId, operation)) === null,
  };
  return { endpoints: endpointsOf(parts), programEvents: executionReports(catalogue, numbers) };
}

function endpointsOf(parts: ProgramParts): FeatureEndpoints<'spot'> {
  return {
    'spot/new-order': placeOrder(parts),
    'spot/test-order': testOrder(parts),
    'spot/query-order': queryOrder(parts),
    'spot/delete-order': cancelOrder(parts),
    'spot/delete-open-orders': cancelOpenOrders(parts),
    'spot/countdown-cancel-all': countDownCancelAll(parts),
    'spot/cancel-replace': cancelReplace(parts),
    'spot/amend-keep-priority': amendOrder(parts),
    'spot/query-open-orders': queryOpenOrders(parts),
    'spot/query-all-orders': queryAllOrders(parts),
    'spot/query-my-trades': queryMyTrades(parts),
    'spot/new-oco-list': placeOcoList(parts),
    'spot/new-oco': placeOco(parts),
    'spot/delete-order-list': cancelList(parts),
    'spot/query-order-list': queryOrderList(parts),
    'spot/query-open-order-lists': queryOpenOrderLists(parts),
    'spot/query-all-order-lists': queryAllOrderLists(parts),
    'spot/query-account': queryAccount(parts),
    'spot/query-commission': queryCommission(parts),
    'spot/query-trade-fee': queryTradeFee(parts),
    'spot/query-order-limits': (_input, { orderLimits }) => orderLimits(),
    'spot/query-margin-pairs': () => [],
    'spot/query-isolated-pairs': () => [],
  };
}
