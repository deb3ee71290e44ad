/** How the page for programs presents a feature, besides its calls. */

type InBoth<T> = Readonly<Record<'en' | 'zh', T>>;

export interface Chapter {
  readonly title: InBoth<string>;
  /** Tables before the calls. */
  readonly tables?: readonly ChapterTable[];
}

export interface ChapterTable {
  readonly title: InBoth<string>;
  readonly lead: InBoth<string>;
  readonly heads: InBoth<readonly string[]>;
  readonly rows: readonly (readonly string[])[];
}
