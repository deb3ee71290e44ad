/**
 * A button that asks for confirmation before it acts. An error is shown in the dialog, which stays
 * open.
 */
import { Button, Dialog, type ButtonProps } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTexts } from './texts.ts';

export interface AskButtonProps extends Pick<ButtonProps, 'size' | 'tone' | 'disabled'> {
  readonly title: string;
  readonly question: string;
  /** The label of the dialog's confirming button, which names the act. */
  readonly act: string;
  /** The tone of the confirming button: 'danger' for an act that cannot be undone. */
  readonly actTone: 'brand' | 'danger';
  readonly onAct: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function AskButton({ title, question, act, actTone, onAct, children, ...button }: AskButtonProps) {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const acting = useMutation({ mutationFn: onAct, onSuccess: () => setAsked(false) });
  function ask(isOpen: boolean) {
    acting.reset();
    setAsked(isOpen);
  }
  return (
    <>
      <Button {...button} onClick={() => ask(true)}>
        {children}
      </Button>
      <Dialog open={isAsked} onOpenChange={ask} title={title} closeLabel={t('cancel')}>
        <p className="text-mut text-[13px] leading-5">{question}</p>
        {acting.error !== null && (
          <p role="alert" className="text-bad mt-3 text-[12.5px]">
            {acting.error.message}
          </p>
        )}
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => ask(false)}>{t('cancel')}</Button>
          <Button tone={actTone} busy={acting.isPending} onClick={() => acting.mutate()}>
            {act}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
