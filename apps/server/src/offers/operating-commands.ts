/** What operators read of offers at the machine: `npx glasshouse offers list`. */
import type { Services } from '../contract/ports.ts';
import type { Offers } from '../contract/offer.ts';

/** `products` are those that have offers, by feature. */
export function offerCommands(
  { catalogue }: Pick<Services, 'catalogue'>,
  products: ReadonlyMap<string, Offers>,
) {
  return {
    'offers/list': async (_input: null): Promise<readonly string[]> =>
      [...products].flatMap(([feature, { lines }]) =>
        lines(catalogue.exchange).map((line) => `${feature} ${line}`),
      ),
  };
}
