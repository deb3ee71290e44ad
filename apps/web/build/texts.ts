/**
 * The texts of the site: ICU messages in locales/<language>.json, in the folder of the code that
 * shows them, compiled to functions. Every page loads those of 'shared'. Each other folder is a
 * part, which its pages load, except its group 'section': the name of the section and what other
 * pages say about it are added to 'shared'. A message such as '=wallet/insufficient-balance' is the
 * text of that refusal, which the server says too, as it does the reasons of rejections. The names
 * of postings' reasons and of accounts come from the protocol, as the groups 'reasons' and
 * 'wallet.accounts' of the wallet's part.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ACCOUNT_TEXTS, POSTING_REASON_TEXTS, REFUSALS } from '@glasshouse/protocol';
import { WITHDRAWAL_REASON_TEXTS } from '@glasshouse/protocol/funding';
import { REJECTION_TEXTS } from '@glasshouse/protocol/kyc';
import { moduleSource, type MessageGroup, type TextLanguage } from '@glasshouse/texts/module';
import type { Plugin } from 'vite';

const SRC = path.join(import.meta.dirname, '..', 'src');
const SHARED = 'shared';
const SECTION = 'section';
/** The part of the pages that show postings; it gets the names of posting reasons. */
const POSTINGS = 'features/wallet';
const TEXT_FILE = /^(.+)\/locales\/(en-US|zh-CN)\.json$/;
const CLDR_NAMES: Readonly<Record<SiteLanguage, TextLanguage>> = { 'en-US': 'en', 'zh-CN': 'zh' };

export type SiteLanguage = 'en-US' | 'zh-CN';

/** The folders that have texts, such as 'features/spot', except 'shared'. */
export function textParts(): readonly string[] {
  return fs
    .globSync('*/*/**/locales/en-US.json', { cwd: SRC })
    .map((file) => file.slice(0, -'/locales/en-US.json'.length))
    .toSorted();
}

/** The messages of a part. In 'shared' the group of a feature is 'section.<feature>'. */
export function messagesOf(part: string, language: SiteLanguage): MessageGroup {
  const { [SECTION]: _, ...own } = readFile(part, language);
  if (part === POSTINGS) return withAccounts({ ...own, reasons: reasonsIn(CLDR_NAMES[language]) }, language);
  if (part !== SHARED) return own;
  const sections = textParts().flatMap((each) => {
    const section = readFile(each, language)[SECTION];
    return section === undefined ? [] : [[path.basename(each), section] as const];
  });
  return { ...own, [SECTION]: Object.fromEntries(sections) };
}

function reasonsIn(language: TextLanguage): MessageGroup {
  return Object.fromEntries(
    Object.entries(POSTING_REASON_TEXTS).map(([reason, text]) => [reason, text[language]]),
  );
}

/** Adds the names of accounts to the wallet's own group. */
function withAccounts(group: MessageGroup, language: SiteLanguage): MessageGroup {
  const wallet = group['wallet'] as MessageGroup;
  return { ...group, wallet: { ...wallet, accounts: accountsIn(CLDR_NAMES[language]) } };
}

function accountsIn(language: TextLanguage): MessageGroup {
  return Object.fromEntries(ACCOUNT_TEXTS.map((text) => [String(text.number), text[language]]));
}

function readFile(part: string, language: SiteLanguage): MessageGroup {
  const group = JSON.parse(fs.readFileSync(fileOf(part, language), 'utf8')) as MessageGroup;
  return withServerTexts(group, CLDR_NAMES[language]);
}

/** Texts that the site shares with the server, by name. */
const SERVER_TEXTS: Readonly<Record<string, Readonly<Record<TextLanguage, string>>>> = {
  ...REFUSALS,
  ...namedIn('kyc/rejection', REJECTION_TEXTS),
  ...namedIn('funding/rejection', WITHDRAWAL_REASON_TEXTS),
};

function namedIn<Text>(folder: string, texts: Readonly<Record<string, Text>>): Record<string, Text> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text]));
}

function withServerTexts(group: MessageGroup, language: TextLanguage): MessageGroup {
  return Object.fromEntries(
    Object.entries(group).map(([name, each]) => {
      if (typeof each !== 'string') return [name, withServerTexts(each, language)];
      if (!each.startsWith('=')) return [name, each];
      const text = SERVER_TEXTS[each.slice(1)];
      if (text === undefined) throw new Error(`the server has no text ${each}`);
      return [name, text[language]];
    }),
  );
}

function fileOf(part: string, language: SiteLanguage): string {
  return path.join(SRC, part, 'locales', `${language}.json`);
}

export const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  load: {
    filter: { id: TEXT_FILE },
    handler(id) {
      const [, folder = '', name] = TEXT_FILE.exec(id) ?? [];
      const language = name as SiteLanguage;
      const part = path.relative(SRC, folder).replaceAll(path.sep, '/');
      if (part === SHARED) for (const each of textParts()) this.addWatchFile(fileOf(each, language));
      return { code: moduleSource(CLDR_NAMES[language], messagesOf(part, language)), moduleType: 'js' };
    },
  },
};
