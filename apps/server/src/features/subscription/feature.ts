/** Subscriptions as a product of the server. */
import type { SubscriptionChanged } from '@glasshouse/core';
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Feature } from '../../contract/feature.ts';
import type { Product } from '../../contract/product.ts';
import { checkSubscriptions } from './checks.ts';
import { countSubscriptions } from './lists.ts';
import { subscriptionOffers } from './offers.ts';
import { digestsOf, subscriptionHandlers } from './routes.ts';
import { subscriptionRowOf } from './rows.ts';
import { subscriptionCapital } from './seeds.ts';
import { subscriptionNotifications } from './notifications.ts';

const product: Product<'subscription'> = {
  rank: 9,
  changedRow: (catalogue, event) => (event.type === 'subscription-changed' ? rowOf(catalogue, event) : null),
  openRows: (catalogue, owner) => openOf(catalogue, owner).map((one) => rowOf(catalogue, one)),
  crossChecks: checkSubscriptions,
  openName: 'open subscriptions',
  openLines: (catalogue, owner) => openOf(catalogue, owner).map((one) => lineOf(catalogue, one)),
  offers: subscriptionOffers,
  risk: null,
  recordCounts: async ({ database }, owner) => ({
    products: (await countSubscriptions(database, owner)).reduce((sum, count) => sum + count, 0),
  }),
  notifications: subscriptionNotifications,
};

export const feature = {
  open: (ports) => ({ calls: subscriptionHandlers(ports), keepUp: () => digestsOf(ports).keepUp() }),
  seeds: (mode) => (mode === 'demo' ? subscriptionCapital() : []),
  product,
} satisfies Feature<'subscription'>;

function openOf({ exchange }: Catalogue, owner: number): SubscriptionChanged[] {
  const open = [...exchange.features.subscription.open(owner)];
  return open.filter((event) => event.type === 'subscription-changed');
}

function rowOf(catalogue: Catalogue, one: SubscriptionChanged) {
  return { id: one.subscription, row: subscriptionRowOf(catalogue, one) };
}

function lineOf(catalogue: Catalogue, one: SubscriptionChanged): string {
  const { project, amount, coins, currency, coin, status } = subscriptionRowOf(catalogue, one);
  const share = status === 0 ? 'its share follows from the close' : `${coins} ${coin}`;
  return `subscription ${one.subscription} of project ${project}: ${amount} ${currency} frozen, ${share}`;
}
