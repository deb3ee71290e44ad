/** Dark or light. */
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { toggleTheme, useDark } from '#shared/theme.ts';

export function ThemeSwitch() {
  const { t } = useTranslation();
  const dark = useDark();
  const Icon = dark ? Moon : Sun;
  return (
    <button
      type="button"
      onClick={toggleTheme}
      aria-label={dark ? t('shell.toLight') : t('shell.toDark')}
      title={dark ? t('shell.toLight') : t('shell.toDark')}
      className="text-mut hover:bg-raised hover:text-fg grid size-8 place-items-center rounded-md"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
