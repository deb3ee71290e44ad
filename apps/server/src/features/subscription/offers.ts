/** Projects as operators write them, and as `npx glasshouse offers` lists them. */
import type { Command, Exchange } from '@glasshouse/core';
import { formatDecimal, parseDecimal } from '@glasshouse/money';
import { PAIRS } from '@glasshouse/protocol/market';
import type { Refusal } from '@glasshouse/protocol';
import { defineOffers, TOO_LONG, type DefinedOffer, type Offers } from '../../contract/offer.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { assetDecimals } from '../../values/starting-assets.ts';
import { projectFile, type ProjectFile } from './project-file.ts';
import { DEMO_ORDERS, demoProjects } from './seeds.ts';

const PPM_DECIMALS = 6;
const PHASES = ['warming up', 'open', 'closing', 'closed', 'distributed', 'listed'] as const;

const TERMS: Offers<ProjectFile>['terms'] = {
  coin: { kind: 'coin', words: { en: 'New coin', zh: '新币' } },
  paidWith: { kind: 'coin', words: { en: 'Paid with', zh: '支付币种' } },
  price: { kind: 'amount', words: { en: 'Price of the issue', zh: '发行价' } },
  supply: { kind: 'amount', words: { en: 'Supply', zh: '发行总量' } },
  forSale: { kind: 'amount', words: { en: 'For sale', zh: '认购总量' } },
  minAmount: { kind: 'amount', words: { en: 'Least of one person', zh: '个人最低认购额' } },
  maxPerOwner: { kind: 'amount', words: { en: 'Most of one person', zh: '个人最高认购额' } },
  opens: { kind: 'time', words: { en: 'Subscription opens', zh: '认购开始' } },
  closes: { kind: 'time', words: { en: 'Subscription closes', zh: '认购结束' } },
  distributes: { kind: 'time', words: { en: 'Coins are distributed', zh: '发放时间' } },
  lists: { kind: 'time', words: { en: 'Coin is listed', zh: '上市时间' } },
  feeRate: { kind: 'share', words: { en: 'Fee of what is raised', zh: '募集费率' } },
};

export const subscriptionOffers = defineOffers<ProjectFile>({
  words: { en: 'Subscription', zh: '新币认购' },
  file: projectFile,
  terms: TERMS,
  commandOf,
  refusalOf: ({ features }, command, nowMs) =>
    command.type === 'define-subscription' ? features.subscription.definitionRefusal(command, nowMs) : null,
  defined: definedOf,
  // The pool of a platform that runs already has no coins of the demo.
  isDefined: ({ features, lastTick }, project) =>
    lastTick.tick > 0 || features.subscription.projects.has(project),
  lines: linesOf,
  demo: demoProjects,
  demoOrders: DEMO_ORDERS,
});

function commandOf(written: ProjectFile): Command | Refusal {
  const market = PAIRS.findIndex(({ base, quote }) => base === written.coin && quote === written.paidWith);
  const pair = PAIRS[market];
  if (pair === undefined) return invalidField('coin', 'has no pair in the coin that is paid');
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
    if (typeof units !== 'number') return invalidField(name, TOO_LONG);
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

function definedOf({
  features,
  registry,
}: Exchange): readonly DefinedOffer<Omit<ProjectFile, 'offer' | 'texts'>>[] {
  return [...features.subscription.reportedProjects()].map((project) => {
    const { base, quote, definition } = registry.markets[project.market]!;
    const [coin, paid] = [registry.assets[base]!, registry.assets[quote]!];
    const time = (timeMs: number): string => new Date(timeMs).toISOString();
    return {
      offer: project.project,
      terms: {
        coin: coin.code,
        paidWith: paid.code,
        price: formatDecimal(project.price, definition.priceDecimals),
        supply: formatDecimal(project.supply, coin.decimals),
        forSale: formatDecimal(project.forSale, coin.decimals),
        minAmount: formatDecimal(project.minAmount, paid.decimals),
        maxPerOwner: formatDecimal(project.maxPerOwner, paid.decimals),
        opens: time(project.opensMs),
        closes: time(project.closesMs),
        distributes: time(project.distributesMs),
        lists: time(project.listsMs),
        feeRate: formatDecimal(project.feePpm, PPM_DECIMALS),
      },
      held: project.total === 0 ? null : `${formatDecimal(project.total, paid.decimals)} ${paid.code}`,
    };
  });
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
