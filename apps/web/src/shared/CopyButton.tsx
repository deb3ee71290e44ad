/** Copies a text to the clipboard and confirms it. */
import { Button, type ButtonSize } from '@glasshouse/ui';
import { Copy } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** The name of the copied text, for screen readers. */
  readonly label: string;
  readonly size?: ButtonSize;
}

export function CopyButton({ text, label, size = 'sm' }: CopyButtonProps) {
  const { t } = useTranslation();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(t('identity.copied'));
    } catch {
      notify.error(t('identity.notCopied'));
    }
  }
  return (
    <Button size={size} aria-label={label} onClick={() => void copy()}>
      <Copy aria-hidden size={13} />
      {t('identity.copy')}
    </Button>
  );
}
