/** An amount that the user owns or has moved, which can be hidden from people nearby. */
import { Amount, type AmountProps } from '@glasshouse/ui';
import { Eye, EyeOff } from 'lucide-react';
import { BALANCE_MASK, useHiddenBalances, toggleHiddenBalances } from './hidden-balances.ts';
import { useTranslation } from './i18n.ts';

export function Balance(props: AmountProps) {
  const { className, unit } = props;
  if (!useHiddenBalances()) return <Amount {...props} />;
  return (
    <span className={className}>
      {BALANCE_MASK}
      {unit !== undefined && <span className="text-mut font-normal"> {unit}</span>}
    </span>
  );
}

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
