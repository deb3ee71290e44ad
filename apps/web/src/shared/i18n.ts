/**
 * Texts in two languages. Those of 'shared' are on every page, those of a part on the pages that
 * open it. The build compiles each ICU message to a function; `npm run generate` writes the type of
 * each key with the values that its text needs.
 */
import { loadPart, TEXTS_WITHIN_MS } from './chunk.ts';
import { createStore, useStore } from './external-store.ts';
import { onLanguageOfOtherTabs, savedLanguage, saveLanguage, type Language } from './language.ts';
import type { AnyTextKey, TextKey, TextPart, ValuesOf } from './text-keys.ts';

export type { TextKey, TextPart };

export interface Translation {
  readonly language: Language;
  readonly t: <K extends AnyTextKey>(key: K, ...values: ValuesOf<K>) => string;
  /** A text without values, for a key from the server; undefined if there is none. */
  readonly find: (key: string) => string | undefined;
}

type Part = 'shared' | TextPart;
type Message = (values: unknown) => string;
interface MessageGroup {
  readonly [name: string]: Message | MessageGroup;
}
const FILES = import.meta.glob<MessageGroup>('/src/**/locales/*.json', { import: 'default' });
const messages: Record<Language, Map<string, Message>> = { 'en-US': new Map(), 'zh-CN': new Map() };
/** The parts to load in every language. */
const openParts = new Set<Part>();
/** Running and finished loads, by file. A failed one is loaded again on the next request. */
const loads = new Map<string, Promise<void>>();
const store = createStore<Translation>(translationIn('en-US'));

/** The current texts, outside React. */
export const translation = store.get;
export const useTranslation = (): Translation => useStore(store);

/** Shows the saved language, with the texts of every page and, if they load, of the first one. */
export async function startI18n(parts: readonly TextPart[]): Promise<void> {
  const language = savedLanguage();
  // At the first visit the default language is saved as the chosen one.
  saveLanguage(language);
  // If the texts of its section fail to load, the page opens anyway, and the section says so.
  await Promise.all([open(['shared'], language), open(parts, language).catch(() => undefined)]);
  show(language);
  // Replies are in the saved language, so a tab that showed another would mix the two.
  onLanguageOfOtherTabs((other) => void changeLanguage(other).catch(() => undefined));
}

/** The language that was chosen last; texts of one before it may still be loading. */
let chosen: Language | undefined;

export async function changeLanguage(language: Language): Promise<void> {
  chosen = language;
  // More parts may be opened in the meantime.
  for (let count = 0; count < openParts.size;) {
    count = openParts.size;
    await loadAll([...openParts], language);
  }
  if (language !== chosen) return;
  // Saved first, because the change causes requests that must name the new language.
  saveLanguage(language);
  show(language);
}

/** Loads the texts of these parts, in the current language and in those chosen later. */
export async function openTexts(parts: readonly TextPart[]): Promise<void> {
  for (;;) {
    const { language } = store.get();
    await open(parts, language);
    if (language !== store.get().language) continue;
    show(language);
    return;
  }
}

async function open(parts: readonly Part[], language: Language): Promise<void> {
  await loadAll(parts, language);
  for (const part of parts) openParts.add(part);
}

async function loadAll(parts: readonly Part[], language: Language): Promise<void> {
  await Promise.all(parts.map((part) => load(`/src/${part}/locales/${language}.json`, language)));
}

function load(file: string, language: Language): Promise<void> {
  const known = loads.get(file);
  if (known !== undefined) return known;
  const loading = read(file, language).catch((error: unknown) => {
    loads.delete(file);
    throw error;
  });
  loads.set(file, loading);
  return loading;
}

async function read(file: string, language: Language): Promise<void> {
  const group = FILES[file];
  if (group === undefined) throw new Error(`there is no ${file}`);
  addMessages(messages[language], await loadPart(group, TEXTS_WITHIN_MS), '');
}

function addMessages(all: Map<string, Message>, group: MessageGroup, prefix: string): void {
  for (const [name, each] of Object.entries(group)) {
    if (typeof each === 'function') all.set(prefix + name, each);
    else addMessages(all, each, `${prefix}${name}.`);
  }
}

let shownCount = 0;

function show(language: Language): void {
  const count = messages[language].size;
  if (language === store.get().language && count === shownCount) return;
  shownCount = count;
  document.documentElement.lang = language === 'zh-CN' ? 'zh-Hans' : 'en';
  store.set(translationIn(language));
}

function translationIn(language: Language): Translation {
  const find = (key: string, values?: unknown) => messages[language].get(key)?.(values);
  return { language, find, t: (key, ...[values]) => find(key, values) ?? key };
}
