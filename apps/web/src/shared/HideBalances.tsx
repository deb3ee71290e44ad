/** Hides what the user owns from people nearby, everywhere on the site. */
import { Eye, EyeOff } from 'lucide-react';
import { toggleHiddenBalances, useHiddenBalances } from './hidden-balances.ts';
import { useTranslation } from './i18n.ts';

export function HideBalances() {
  const { t } = useTranslation();
  const hidden = useHiddenBalances();
  const Icon = hidden ? EyeOff : Eye;
  const label = hidden ? t('wallet.show') : t('wallet.hide');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={hidden}
      onClick={toggleHiddenBalances}
      className="text-mut hover:bg-raised hover:text-fg grid size-6 place-items-center rounded"
    >
      <Icon aria-hidden size={15} />
    </button>
  );
}
