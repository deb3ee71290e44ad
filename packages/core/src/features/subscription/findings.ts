/** The invariants of subscriptions, recomputed: sums of every list, and costs within amounts. */
import { costOf, raiseOf } from '@glasshouse/protocol/subscription/quote';
import type { Finding } from '../../contract/feature.ts';
import { PHASE } from './events.ts';
import type { Project } from './project.ts';

export function subscriptionFindings(projects: Iterable<Project>): Finding[] {
  const all = [...projects];
  return [
    findingOf('what is paid in is the sum of the subscriptions', all.filter(isInMemory), hasItsTotal),
    findingOf(
      'shares and costs follow from the coins, and cover no more than was paid',
      all.filter((project) => isInMemory(project) && project.phase === PHASE.closed),
      hasSoundShares,
    ),
    findingOf('nothing is sold beyond what is for sale, or for more than its price', all, sellsWhatItHas),
  ];
}

function findingOf(
  name: string,
  projects: readonly Project[],
  isSound: (project: Project) => boolean,
): Finding {
  const wrong = projects.filter((project) => !isSound(project)).map(({ terms }) => terms.project);
  return {
    name: `subscription: ${name}`,
    ok: wrong.length === 0,
    figures: wrong.length === 0 ? `${projects.length} projects` : `wrong: ${wrong.join(', ')}`,
  };
}

/** Until all are distributed. */
const isInMemory = ({ phase }: Project): boolean => phase < PHASE.distributed;

function hasItsTotal({ subscriptions, subscribers, total }: Project): boolean {
  let sum = 0n;
  for (const { amount } of subscriptions.values()) sum += BigInt(amount);
  return sum === BigInt(total) && subscriptions.size === subscribers;
}

function hasSoundShares({ subscriptions, price, sold, cost }: Project): boolean {
  let [coinSum, costSum] = [0n, 0n];
  for (const line of subscriptions.values()) {
    if (line.cost !== costOf(line.coins, price) || line.cost > line.amount) return false;
    coinSum += BigInt(line.coins);
    costSum += BigInt(line.cost);
  }
  return coinSum === BigInt(sold) && costSum === BigInt(cost);
}

/** Each cost is rounded down, so all of them are at most what the coins that are sold cost. */
function sellsWhatItHas({ terms, sold, cost, given, price }: Project): boolean {
  return sold <= terms.forSale && given <= sold && cost <= raiseOf(sold, price);
}
