/** What the auditor sees of an exchange between commands. */
import type { Exchange, FeatureObligations } from '../../src/index.ts';

export interface AuditedView {
  readonly accounts: readonly {
    readonly name: string;
    readonly available: number;
    readonly frozen: number;
  }[];
  readonly orders: readonly { readonly order: number; readonly filledLots: number }[];
  readonly positions: readonly number[];
  readonly obligations: readonly FeatureObligations[];
  readonly feeStateOf: (owner: number) => {
    readonly tier: number;
    readonly volume: number;
    readonly today: number;
  };
}

export function viewOf(exchange: Exchange): AuditedView {
  const accounts: { name: string; available: number; frozen: number }[] = [];
  const orders: { order: number; filledLots: number }[] = [];
  const positions: number[] = [];
  exchange.forEachAccount(({ owner, wallet, asset, available, frozen }) =>
    accounts.push({ name: `${owner}/${wallet}/${asset}`, available, frozen }),
  );
  exchange.features.spot.forEachOrder(({ order, filledLots }, isQuote) => {
    if (!isQuote) orders.push({ order, filledLots });
  });
  for (const { position } of exchange.features['seconds-contract'].open()) positions.push(position);
  const feeStateOf = (owner: number) => exchange.features.spot.fees.feeStateOf(owner);
  return { accounts, orders, positions, obligations: exchange.obligations(), feeStateOf };
}
