/** The offers of a new demo: their texts, then the commands that define them. */
import { isRefusal } from '@glasshouse/protocol';
import type { Seed } from '../contract/seed.ts';
import type { Offers } from '../contract/offer.ts';
import type { TextsOfOffers } from '../contract/offer-texts.ts';
import { STARTING_COINS } from '../values/starting-assets.ts';

/** Texts that operators changed since are kept. */
export async function writeDemoTexts(
  texts: TextsOfOffers,
  products: readonly (readonly [feature: string, offers: Offers])[],
  nowMs: number,
): Promise<void> {
  for (const [feature, offers] of products)
    for (const file of offers.demo(nowMs))
      if (!texts.has(feature, file.offer)) await texts.write(feature, file.offer, file.texts);
}

export function demoOfferSeeds(offers: Offers, nowMs: number): readonly Seed[] {
  const defined = offers.demo(nowMs).map((file): Seed => {
    const command = offers.commandOf(file, STARTING_COINS);
    if (isRefusal(command)) throw new Error(`offer ${file.offer} of the demo: ${JSON.stringify(command)}`);
    return { command, isDone: (exchange) => offers.isDefined(exchange, file.offer) };
  });
  return [...defined, ...(offers.demoOrders ?? [])];
}
