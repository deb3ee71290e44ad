/** The menu that chooses English or 简体中文. The choice is remembered. */
import { Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { Check, ChevronDown, Globe } from 'lucide-react';
import { changeLanguage, useTranslation } from '#shared/i18n.ts';
import { LANGUAGES, type Language } from '#shared/language.ts';
import { notify } from '#shared/notify.ts';

const NAMES: Record<Language, string> = { 'en-US': 'English', 'zh-CN': '简体中文' };

export function LanguageMenu() {
  const { t, language: current } = useTranslation();
  return (
    <Menu
      width={168}
      label={`${t('shell.language')}: ${NAMES[current]}`}
      className="text-mut hover:bg-raised hover:text-fg flex h-8 items-center gap-1.5 rounded-md px-2"
      trigger={
        <>
          <Globe aria-hidden className="size-[15px]" />
          {NAMES[current]}
          <ChevronDown aria-hidden className="size-3.5" />
        </>
      }
    >
      {(close) =>
        LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            role="menuitemradio"
            aria-checked={language === current}
            lang={language === 'zh-CN' ? 'zh-Hans' : 'en'}
            className={MENU_ITEM_CLASS}
            onClick={() => {
              close();
              changeLanguage(language).catch(() => notify.error(t('errors.listTitle')));
            }}
          >
            {NAMES[language]}
            {language === current && <Check aria-hidden className="text-brand-ink ml-auto size-4" />}
          </button>
        ))
      }
    </Menu>
  );
}
