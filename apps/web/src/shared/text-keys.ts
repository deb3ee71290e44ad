/** The keys of the site's texts, and the values that they need. */
import type { TextPart, Texts } from '../texts.gen.ts';

export type { TextPart };
export type AnyTextKey = keyof Texts;
/** A text without values. */
export type TextKey = { [K in AnyTextKey]: Texts[K] extends null ? K : never }[AnyTextKey];
type Intersection<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** The values of a text; for several keys, the values that all of them need. */
export type ValuesOf<K extends AnyTextKey> = [Texts[K]] extends [null]
  ? []
  : [values: Intersection<NonNullable<Texts[K]>>];
