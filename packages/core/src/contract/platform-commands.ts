/**
 * The commands of the exchange itself: ticks, processing of due items, and the versions of the
 * rules.
 */
import { command, type CommandOf } from './feature.ts';
import { nameOf, text, whole, wholes } from '../encoding/fields.ts';

/** `featureNames` are indexed by feature code. */
export function platformCommands<Name extends string>(featureNames: readonly Name[]) {
  return {
    /**
     * A public price tick: prices[market] at the market's index decimals, 0 where the source has
     * none. Queues everything that it makes due. `tickMs` is its published time, a whole second;
     * `tick` is its number. Both strictly increase.
     */
    tick: command({ code: 12, shape: { tick: whole, tickMs: whole, prices: wholes } }),
    /**
     * A tick whose prices follow from quotes of outside. `rules` is the version of the index's
     * rules, from 1; `quotesHash` the SHA-256 of the quotes' text as 64 lower-case hex digits.
     * Nothing in the exchange depends on either: they are kept for whoever checks the prices.
     */
    'quoted-tick': command({
      code: 122,
      shape: { tick: whole, tickMs: whole, prices: wholes, rules: whole, quotesHash: text(64) },
    }),
    /** Sets the version of a feature's rules from here on. A version only rises. */
    'set-rules': command({ code: 27, shape: { feature: nameOf(featureNames), version: whole } }),
    /**
     * Processes items that ticks have made due: at most `limit`, 1 to DUE_LIMIT_MAX, and fewer when
     * they cause many events. The outcome's `count` is the number processed.
     */
    'process-due': command({ code: 28, shape: { limit: whole } }),
  } as const;
}

export type PlatformCommand<Name extends string = string> = CommandOf<
  ReturnType<typeof platformCommands<Name>>
>;
type Of<T extends PlatformCommand['type']> = Extract<PlatformCommand, { readonly type: T }>;
export type Tick = Of<'tick'>;
export type QuotedTick = Of<'quoted-tick'>;
export type SetRules = Of<'set-rules'>;
export type ProcessDue = Of<'process-due'>;
