/** The commands of the exchange itself: ticks, what they make due, and the versions of the rules. */
import { command, type CommandOf } from './feature.ts';
import { nameOf, whole, wholes } from './fields.ts';

/** `featureNames`: by their codes. */
export function platformCommands<Name extends string>(featureNames: readonly Name[]) {
  return {
    /**
     * A public price tick: prices[market] at the market's index decimals, 0 where the source has
     * none. Queues all that is due. `tickMs` is its published time, a whole second; `tick` its
     * number. Both only rise.
     */
    tick: command({ code: 12, shape: { tick: whole, tickMs: whole, prices: wholes } }),
    /** From here on a feature follows these rules. A version only rises. */
    'set-rules': command({ code: 27, shape: { feature: nameOf(featureNames), version: whole } }),
    /**
     * Does what ticks have made due, at most `limit` items, 1 to DUE_LIMIT_MAX; fewer where their
     * events are many. Its outcome counts what was done.
     */
    'process-due': command({ code: 28, shape: { limit: whole } }),
  } as const;
}

export type PlatformCommand<Name extends string = string> = CommandOf<
  ReturnType<typeof platformCommands<Name>>
>;
type Of<T extends PlatformCommand['type']> = Extract<PlatformCommand, { readonly type: T }>;
export type Tick = Of<'tick'>;
export type SetRules = Of<'set-rules'>;
export type ProcessDue = Of<'process-due'>;
