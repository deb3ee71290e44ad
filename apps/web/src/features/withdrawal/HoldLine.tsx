/** One hold in a line: its amount, its reason and its end. */
import { DateTime } from '@glasshouse/ui';
import { Balance } from '#shared/Balance.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { Terms } from './calls.ts';

export function HoldLine({ hold }: { readonly hold: Terms['holds'][number] }) {
  const { t } = useTranslation();
  const { currency, amount, reason, untilTime } = hold;
  return (
    <p>
      {currency === null ? (
        t('withdrawal.holds.all')
      ) : (
        <Balance value={amount} decimals={8} unit={currency} />
      )}
      {' · '}
      {t(`withdrawal.holds.${reason}`)}
      {' · '}
      {untilTime === null ? (
        t('withdrawal.holds.untilFinal')
      ) : (
        <>
          {t('withdrawal.holds.until')} <DateTime timeMs={untilTime} />
        </>
      )}
    </p>
  );
}
