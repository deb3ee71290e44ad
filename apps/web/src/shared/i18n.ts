/** Texts in two languages, each one lazy file with typed keys. */
import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '#locales/en-US.json';
import { savedLanguage, saveLanguage, type Language } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
    returnNull: false;
  }
}
type Texts = typeof en;
const FILES: Record<Language, () => Promise<{ default: Texts }>> = {
  'en-US': () => import('#locales/en-US.json'),
  'zh-CN': () => import('#locales/zh-CN.json') as Promise<{ default: Texts }>,
};

export async function startI18n(): Promise<void> {
  const language = savedLanguage();
  const texts = (await FILES[language]()).default;
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  markDocument(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  if (!i18n.hasResourceBundle(language, 'translation')) {
    i18n.addResourceBundle(language, 'translation', (await FILES[language]()).default);
  }
  saveLanguage(language);
  await i18n.changeLanguage(language);
  markDocument(language);
}

function markDocument(language: Language): void {
  document.documentElement.lang = language === 'zh-CN' ? 'zh-Hans' : 'en';
}
export { i18n };
