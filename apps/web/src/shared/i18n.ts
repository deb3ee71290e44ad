/**
 * Texts in two languages: each one lazy file for what every page needs and one for each part that only some pages need, keys typed by the English one, `{{name}}` filled in.
 * Two languages without plural forms need no library.
 */
import type en from '#locales/en-US.json';
import type people from '#locales/people.en-US.json';
import type prose from '#locales/prose.en-US.json';
import { createStore, useStore } from './external-store.ts';
import { savedLanguage, saveLanguage, type Language } from './language.ts';

type Texts = typeof en & typeof people & typeof prose;
type TextFile = { readonly [key: string]: unknown };
/** What pages ask for before they show, see openTexts: the personal center's, and the long texts about the house and what is planned. */
type Part = 'people' | 'prose';
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}`;
}[keyof T & string];
export type TextKey = KeyOf<Texts>;
export type TextValues = Readonly<Record<string, string | number>>;

export interface Translation {
  readonly language: Language;
  readonly t: (key: TextKey, values?: TextValues) => string;
  /** Texts that the server names by key: undefined when there is none. */
  readonly find: (key: string) => string | undefined;
}

type Load = () => Promise<{ default: TextFile }>;
const FILES: Record<Language, Load> = {
  'en-US': () => import('#locales/en-US.json'),
  'zh-CN': () => import('#locales/zh-CN.json'),
};
const PARTS: Record<Part, Record<Language, Load>> = {
  people: {
    'en-US': () => import('#locales/people.en-US.json'),
    'zh-CN': () => import('#locales/people.zh-CN.json'),
  },
  prose: {
    'en-US': () => import('#locales/prose.en-US.json'),
    'zh-CN': () => import('#locales/prose.zh-CN.json'),
  },
};
const openParts = new Set<Part>();
const loaded = new Map<string, Translation>();
const store = createStore<Translation>(translationOf('en-US', undefined));

/** The current texts, outside React. */
export const translation = store.get;
export const useTranslation = (): Translation => useStore(store);

export async function startI18n(): Promise<void> {
  show(await load(savedLanguage()));
}

export async function changeLanguage(language: Language): Promise<void> {
  const next = await load(language);
  // Saved first: whatever is asked of the server because of the change is asked in the new language.
  saveLanguage(language);
  show(next);
}

/** Loads the texts of a part, in this language and in those chosen later. Route loaders wait for it. */
export async function openTexts(part: Part): Promise<void> {
  if (openParts.has(part)) return;
  openParts.add(part);
  show(await load(store.get().language));
}

async function load(language: Language): Promise<Translation> {
  const parts = [...openParts];
  const name = [language, ...parts].join(' ');
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const files = await Promise.all([FILES[language](), ...parts.map((part) => PARTS[part][language]())]);
  const texts: TextFile = Object.assign({}, ...files.map((file) => file.default));
  const next = translationOf(language, texts);
  loaded.set(name, next);
  return next;
}

function show(next: Translation): void {
  const { language } = next;
  document.documentElement.lang = language === 'zh-CN' ? 'zh-Hans' : 'en';
  store.set(next);
}

function translationOf(language: Language, texts: TextFile | undefined): Translation {
  const find = (key: string): string | undefined => {
    let at: unknown = texts;
    for (const part of key.split('.')) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
      at = (at as Record<string, unknown>)[part];
    }
    return typeof at === 'string' ? at : undefined;
  };
  return {
    language,
    find,
    t: (key, values = {}) =>
      (find(key) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
  };
}
