/** The products of the server: the one list that commits, the account channel, the audit and `npm run state` read. */
import type { AccountRows } from '@glasshouse/protocol/stream';
import { secondsContractProduct } from './features/seconds-contract/product.ts';
import { spotProduct } from './features/spot/product.ts';
import { walletProduct } from './features/wallet/product.ts';
import type { Projection } from './pipeline/projection.ts';
import type { Product } from './product.ts';

export const PRODUCTS: { readonly [Name in keyof AccountRows]: Product<AccountRows[Name]> } = {
  wallet: walletProduct,
  spot: spotProduct,
  'seconds-contract': secondsContractProduct,
};

/** The tables that commits write, in the order in which they are written. */
export const PROJECTIONS: readonly Projection[] = Object.values<Product>(PRODUCTS).flatMap(
  ({ projections }) => projections,
);
