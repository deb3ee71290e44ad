/** The icons and names of the topics; products define their own. */
import type { TopicName } from '@glasshouse/protocol/help/articles';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookCheck,
  Coins,
  FileSpreadsheet,
  KeyRound,
  Percent,
  ScanFace,
  Timer,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { ProductTerms } from '#shared/product-terms.ts';
import type { TextKey } from '#shared/text-keys.ts';
import { useHelpProducts } from './help-products.ts';

interface Topic {
  readonly icon: LucideIcon;
  readonly name: TextKey;
}
export type Topics = Readonly<Record<TopicName, Topic>>;

const OWN: Partial<Topics> = {
  'first-steps': { icon: UserPlus, name: 'help.topics.first-steps' },
  deposits: { icon: ArrowDownToLine, name: 'help.topics.deposits' },
  withdrawals: { icon: ArrowUpFromLine, name: 'help.topics.withdrawals' },
  identity: { icon: ScanFace, name: 'help.topics.identity' },
  trade: { icon: Coins, name: 'section.spot.name' },
  seconds: { icon: Timer, name: 'section.seconds-contract.name' },
  security: { icon: KeyRound, name: 'help.topics.security' },
  fees: { icon: Percent, name: 'about.fees' },
  proofs: { icon: BookCheck, name: 'help.topics.proofs' },
  taxes: { icon: FileSpreadsheet, name: 'help.topics.taxes' },
};
/** The topics that have a name; content.test.ts requires one for each. */
export function topicsOf(products: readonly ProductTerms[]): Partial<Topics> {
  const brought = products.flatMap(({ topic, icon, section: { listed } }) =>
    listed === undefined ? [] : [[topic, { icon, name: listed.name }] as const],
  );
  return { ...OWN, ...Object.fromEntries(brought) };
}

export const useTopics = (): Topics => topicsOf(useHelpProducts()) as Topics;
