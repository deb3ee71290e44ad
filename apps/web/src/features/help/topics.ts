/** The icons and the names of the topics; products have the names that they have elsewhere. */
import type { TopicName } from '@glasshouse/protocol/help/articles';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BookCheck,
  Coins,
  FileSpreadsheet,
  KeyRound,
  Landmark,
  Layers,
  Percent,
  Pickaxe,
  Repeat,
  Rocket,
  ScanFace,
  Timer,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { TextKey } from '#shared/text-keys.ts';

export const TOPIC_ICONS: Readonly<Record<TopicName, LucideIcon>> = {
  'first-steps': UserPlus,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  identity: ScanFace,
  trade: Coins,
  seconds: Timer,
  finance: Landmark,
  mining: Pickaxe,
  fund: Layers,
  subscription: Rocket,
  exchange: Repeat,
  security: KeyRound,
  fees: Percent,
  proofs: BookCheck,
  taxes: FileSpreadsheet,
};

export const TOPIC_TEXTS = {
  'first-steps': 'help.topics.first-steps',
  deposits: 'help.topics.deposits',
  withdrawals: 'help.topics.withdrawals',
  identity: 'help.topics.identity',
  trade: 'section.spot.name',
  seconds: 'section.seconds-contract.name',
  finance: 'section.finance.name',
  mining: 'section.mining.name',
  fund: 'section.fund.name',
  subscription: 'section.subscription.name',
  exchange: 'section.flash-exchange.name',
  security: 'help.topics.security',
  fees: 'about.fees',
  proofs: 'help.topics.proofs',
  taxes: 'help.topics.taxes',
} as const satisfies Readonly<Record<TopicName, TextKey>>;
