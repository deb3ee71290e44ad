/**
 * The button that sends an order, or moves money. While the platform takes none it is off, and says
 * why before the press.
 */
import { Button, type ButtonProps } from '@glasshouse/ui';
import { useClosed } from '#data/stream.ts';
import { useTranslation } from '#shared/i18n.ts';

export function MoneyButton({ disabled = false, children, ...rest }: ButtonProps) {
  const { t } = useTranslation();
  const closed = useClosed();
  return (
    <Button {...rest} disabled={disabled || closed !== undefined}>
      {closed === undefined ? children : t(`shell.${closed}`)}
    </Button>
  );
}
