/** What the auditor is shown of an exchange at rest. */
import type { Exchange } from '../../src/index.ts';
import type { AuditedView } from './auditor.ts';

export function viewOf(exchange: Exchange): AuditedView {
  const accounts: { name: string; available: number; frozen: number }[] = [];
  const orders: { order: number; filledLots: number }[] = [];
  const positions: number[] = [];
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) =>
    accounts.push({ name: `${owner}/${wallet}/${asset}`, available, frozen }),
  );
  exchange.forEachOpenOrder(({ order, filledLots }, isQuote) => {
    if (!isQuote) orders.push({ order, filledLots });
  });
  exchange.forEachOpenPosition(({ position }) => positions.push(position));
  const standingOf = (owner: number) => exchange.fees.standingOf(owner);
  return { accounts, orders, positions, standingOf };
}
