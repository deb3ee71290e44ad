/** A button that asks before it acts. What went wrong is told in the question, which stays. */
import { Button, Dialog, type ButtonProps } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTexts } from './texts.ts';

export interface AskButtonProps extends Pick<ButtonProps, 'size' | 'tone' | 'disabled'> {
  readonly title: string;
  readonly question: string;
  /** What the button of the dialog says: the act. */
  readonly act: string;
  /** Of the button of the dialog; an act that cannot be taken back is in 'danger'. */
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
          <p role="alert" className="text-down mt-3 text-[12.5px]">
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
