/** Freezes the account of a customer who cannot do it. */
import { Button, Dialog } from '@glasshouse/ui';
import { useMutation } from '@tanstack/react-query';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { call } from './api.ts';
import { useTexts } from './texts.ts';

export interface FreezeProps {
  readonly chat: number;
  readonly onDone: () => void;
}

export function Freeze({ chat, onDone }: FreezeProps) {
  const { t } = useTexts();
  const [isAsked, setAsked] = useState(false);
  const freeze = useMutation({
    mutationFn: () => call('desk/freeze-person', { chat }),
    onSuccess: () => {
      setAsked(false);
      onDone();
    },
  });
  return (
    <div className="border-line border-b p-5">
      <Button size="sm" onClick={() => setAsked(true)}>
        <Snowflake aria-hidden size={14} />
        {t('freeze')}
      </Button>
      <Dialog open={isAsked} onOpenChange={setAsked} title={t('freeze')} closeLabel={t('cancel')}>
        <p className="text-mut text-[13px] leading-5">{t('freezeQuestion')}</p>
        {freeze.error !== null && (
          <p role="alert" className="text-down mt-3 text-[12.5px]">
            {freeze.error.message}
          </p>
        )}
        <div className="mt-5 flex justify-end gap-2">
          <Button onClick={() => setAsked(false)}>{t('cancel')}</Button>
          <Button tone="danger" busy={freeze.isPending} onClick={() => freeze.mutate()}>
            {t('freeze')}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
