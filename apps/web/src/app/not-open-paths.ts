/** Pages of R2.5 to R2.8 that are not built yet, and the product each belongs to. Building one takes its line away. */
export type NotOpenProduct =
  | 'finance'
  | 'subscribe'
  | 'pool'
  | 'fund'
  | 'recharge'
  | 'withdrawal'
  | 'exchange';

const NOT_OPEN: Readonly<Record<string, NotOpenProduct>> = {
  '/finance/list': 'finance',
  '/finance/record': 'finance',
  '/subscribe/list': 'subscribe',
  '/subscribe/detail': 'subscribe',
  '/subscribe/preview': 'subscribe',
  '/subscribe/record': 'subscribe',
  '/pool/list': 'pool',
  '/pool/record': 'pool',
  '/fund/list': 'fund',
  '/fund/record': 'fund',
  '/fund/detail': 'fund',
  '/account/recharge': 'recharge',
  '/account/withdrawel': 'withdrawal',
  '/account/dui': 'exchange',
};

export function notOpenProduct(path: string): NotOpenProduct | undefined {
  return NOT_OPEN[path.replace(/\/+$/, '')];
}
