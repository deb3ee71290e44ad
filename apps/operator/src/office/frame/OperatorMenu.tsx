/** Who is logged in, until when, and the settings of this browser. */
import { classNames, Menu, MENU_ITEM_CLASS } from '@glasshouse/ui';
import { ChevronDown, Keyboard, Languages, LogOut, Moon, type LucideIcon } from 'lucide-react';
import type { OperatorSelf } from '@glasshouse/protocol/operators';
import { useAgeText } from '../parts/Age.tsx';
import { logOut } from '../self.ts';
import { setLanguage, useTexts } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { useFrame } from './frame-context.ts';
import { Initials } from '../parts/Operator.tsx';
import { toggleTheme } from './theme.ts';

const MINUTE_MS = 60_000;

export interface OperatorMenuProps {
  readonly self: OperatorSelf;
  readonly isFolded: boolean;
}

export function OperatorMenu({ self, isFolded }: OperatorMenuProps) {
  const { t, language } = useTexts();
  const { openKeys } = useFrame();
  const ageText = useAgeText();
  const left = ageText(Math.max(0, self.endsTime - useNow(MINUTE_MS)));
  const role = t(`role_${self.role}`);
  const items: readonly (readonly [string, LucideIcon, () => void])[] = [
    [t('keysTitle'), Keyboard, openKeys],
    [t('theme'), Moon, toggleTheme],
    [t('language'), Languages, () => setLanguage(language === 'zh-CN' ? 'en-US' : 'zh-CN')],
    [t('logOut'), LogOut, () => void logOut()],
  ];
  return (
    <Menu
      label={`${self.name} ${t('roleLeft', { role, left })}`}
      width={216}
      className={classNames(
        'border-line hover:bg-raised flex h-[52px] w-full shrink-0 items-center border-t text-left',
        isFolded ? 'justify-center' : 'gap-2.5 px-4',
      )}
      trigger={
        <>
          <Initials name={self.name} size={28} />
          {!isFolded && (
            <>
              <span className="min-w-0 flex-1 leading-[15px]">
                <b className="block truncate font-semibold">{self.name}</b>{' '}
                <span className="text-mut block truncate text-[11px]">{t('roleLeft', { role, left })}</span>
              </span>
              <ChevronDown aria-hidden size={14} className="text-dim shrink-0" />
            </>
          )}
        </>
      }
    >
      {(hide) => (
        <>
          <p className="text-mut px-2.5 pt-1 pb-2 text-[12px] leading-[18px]">
            <b className="text-fg block truncate font-semibold">{self.name}</b>
            {t('roleLeft', { role, left })}
          </p>
          {items.map(([label, Icon, run]) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              className={MENU_ITEM_CLASS}
              onClick={() => {
                hide();
                run();
              }}
            >
              <Icon aria-hidden size={15} strokeWidth={1.7} className="text-mut" />
              {label}
            </button>
          ))}
        </>
      )}
    </Menu>
  );
}
