/** The displayed language, and its name in requests (R1.4, R8.1). */
export const LANGUAGES = ['en-US', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];
const KEY = 'User-Lang';

export function savedLanguage(): Language {
  return localStorage.getItem(KEY) === 'zh-CN' ? 'zh-CN' : 'en-US';
}
export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // If the storage is full, the choice lasts until the page is left.
  }
}
/** Called when another tab has saved a language. */
export function onLanguageOfOtherTabs(listener: (language: Language) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener(savedLanguage());
  });
}
export function acceptLanguage(language: Language): string {
  return language === 'zh-CN' ? 'zh-CN,zh' : 'en-US,en';
}
