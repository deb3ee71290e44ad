/** Projects as operators write them, and as `npx glasshouse offers` lists them. */
import type { Exchange } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { PAIRS } from '@glasshouse/protocol/market';
import { defineOffers } from '../../contract/offer.ts';
import { assetDecimals } from '../../values/starting-assets.ts';
import { projectFile, type ProjectFile } from './project-file.ts';
import { DEMO_ORDERS, demoProjects } from './seeds.ts';

const PPM_DECIMALS = 6;
const PHASES = ['warming up', 'open', 'closing', 'closed', 'distributed', 'listed'] as const;

export const subscriptionOffers = defineOffers<ProjectFile>({
  file: projectFile,
  commandOf,
  // The pool of a platform that runs already has no coins of the demo.
  isDefined: ({ features, lastTick }, project) =>
    lastTick.tick > 0 || features.subscription.projects.has(project),
  lines: linesOf,
  demo: demoProjects,
  demoOrders: DEMO_ORDERS,
});

function commandOf(written: ProjectFile) {
  const market = PAIRS.findIndex(({ base, quote }) => base === written.coin && quote === written.paidWith);
  const pair = PAIRS[market];
  if (pair === undefined) return `coin: there is no pair ${written.coin}/${written.paidWith}`;
  const numbers = new Map<string, number>();
  const [coins, paid] = [assetDecimals(written.coin), assetDecimals(written.paidWith)];
  for (const [name, places] of [
    ['price', pair.priceDecimals],
    ['supply', coins],
    ['forSale', coins],
    ['minAmount', paid],
    ['maxPerOwner', paid],
    ['feeRate', PPM_DECIMALS],
  ] as const) {
    const units = parseDecimal(written[name], places);
    if (typeof units !== 'number')
      return `${name}: ${written[name]} has more than ${places} decimals, or is too large`;
    numbers.set(name, units);
  }
  return {
    type: 'define-subscription' as const,
    project: written.offer,
    market,
    price: numbers.get('price')!,
    supply: numbers.get('supply')!,
    forSale: numbers.get('forSale')!,
    minAmount: numbers.get('minAmount')!,
    maxPerOwner: numbers.get('maxPerOwner')!,
    opensMs: Date.parse(written.opens),
    closesMs: Date.parse(written.closes),
    distributesMs: Date.parse(written.distributes),
    listsMs: Date.parse(written.lists),
    feePpm: numbers.get('feeRate')!,
  };
}

function linesOf({ features, registry }: Exchange): string[] {
  return [...features.subscription.reportedProjects()].map((project) => {
    const { base, quote, definition } = registry.markets[project.market]!;
    const [coin, paid] = [registry.assets[base]!, registry.assets[quote]!];
    const price = `${formatDecimal(project.price, definition.priceDecimals)} ${paid.code}`;
    const sale = `${formatDecimal(project.forSale, coin.decimals)} ${coin.code}`;
    const total = `${formatDecimal(project.total, paid.decimals)} ${paid.code}`;
    const closes = new Date(project.closesMs).toISOString();
    return `${project.project}: ${sale} at ${price}, ${PHASES[project.phase]}, closes ${closes}, ${project.subscribers} people paid in ${total}`;
  });
}
