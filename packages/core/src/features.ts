/**
 * The list of the exchange's features. Adding one takes an import and an entry. Ticks call them in
 * this order, and due items are processed in it.
 */
import { HOUSE_MAX, isOutside, PLATFORM } from './accounts.ts';
import { namesByCode } from './contract/codes.ts';
import type { CommandOf, CommandSpec, CommandSpecs, FeatureDefinition, Kernel } from './contract/feature.ts';
import type { PostingOf, Ticked } from './events/events.ts';
import { platformCommands, type PlatformCommand } from './contract/platform-commands.ts';
import { finance } from './features/finance/index.ts';
import { flashExchange } from './features/flash-exchange/index.ts';
import { fund } from './features/fund/index.ts';
import { funding } from './features/funding/index.ts';
import { mining } from './features/mining/index.ts';
import { secondsContract } from './features/seconds-contract/index.ts';
import { spot } from './features/spot/index.ts';
import { subscription } from './features/subscription/index.ts';
import { wallet } from './features/wallet/index.ts';
import { Rules } from './rules.ts';

export const FEATURES = [
  wallet,
  secondsContract,
  spot,
  funding,
  flashExchange,
  finance,
  mining,
  fund,
  subscription,
] as const;
/** The feature with by far the most commands. It is asked first, without a table look-up. */
export const HOT = spot.name;
/** Writes its commands to the journal. */
export { writeHot } from './features/spot/plain-forms.ts';
/** Number of its commands in one prefetched group. */
export { GROUP as PREFETCHED } from './features/spot/read-ahead.ts';

type Definition = (typeof FEATURES)[number];
type FeatureOf<D> = D extends { readonly create: (kernel: Kernel) => infer F } ? F : never;
type SpecsOf<D> = D extends { readonly commands: infer S extends CommandSpecs } ? S : never;
type CommandsOf<D> = D extends unknown ? CommandOf<SpecsOf<D>> : never;
type EventsOf<F> = F extends { open(owner?: number): Iterable<infer E> } ? E : never;
type KeysOf<T> = T extends unknown ? keyof T & string : never;

export type FeatureName = Definition['name'];
export type Features = { readonly [D in Definition as D['name']]: FeatureOf<D> };
export type Command = PlatformCommand<FeatureName> | CommandsOf<Definition>;
export type CommandType = Command['type'];
export type PostingReason = KeysOf<Definition['reasons']>;
export type Posting = PostingOf<PostingReason>;
export type CoreEvent = Posting | Ticked | EventsOf<FeatureOf<Definition>>;
export type EventVisitor = (event: CoreEvent, seq: number, timeMs: number) => void;

const definitions: readonly FeatureDefinition[] = FEATURES;

/** The feature names that `set-rules` accepts, by feature code. */
export const FEATURE_NAMES = namesByCode(
  'feature',
  definitions.map(({ name, code }) => [name, code]),
) as FeatureName[];

/** The journal spec of each command. */
export const COMMANDS: Readonly<Record<CommandType, CommandSpec>> = Object.assign(
  {},
  platformCommands(FEATURE_NAMES),
  ...definitions.map(({ commands }) => commands),
);

/** The names of all posting reasons, by code. */
export const POSTING_REASONS = namesByCode(
  'reason',
  definitions.flatMap(({ reasons }) => Object.entries(reasons)),
) as PostingReason[];

/** Owner numbers of the house accounts, by name. */
export const HOUSE: Readonly<Record<keyof typeof PLATFORM | KeysOf<Definition['house']>, number>> =
  Object.assign({}, PLATFORM, ...definitions.map(({ house }) => house));

/** Owners of the house's own money, by name. A reserve has the name of its feature. */
export const CAPITAL: Readonly<Record<string, number>> = {
  treasury: PLATFORM.treasury,
  fees: PLATFORM.fees,
  ...Object.fromEntries(
    definitions.flatMap(({ name, reserve }) => (reserve === null ? [] : [[name, reserve]])),
  ),
};

if (namesByCode('house account', Object.entries(HOUSE), isOutside).length > HOUSE_MAX + 1)
  throw new Error(`house accounts are numbered up to ${HOUSE_MAX}`);

/** The commands that raise an exchange, by default a new one, to the newest rules. */
export function newestRules(rules = new Rules(FEATURES)): Extract<Command, { type: 'set-rules' }>[] {
  return rules
    .behind()
    .map(({ name, newestRules: version }) => ({ type: 'set-rules', feature: name as FeatureName, version }));
}
