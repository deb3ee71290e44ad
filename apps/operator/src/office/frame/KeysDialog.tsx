/** The list of keys, and the switch that turns single keys off. */
import { Dialog, Switch } from '@glasshouse/ui';
import { useState } from 'react';
import { KeyHint } from '../parts/KeyHint.tsx';
import { useTexts } from '../texts.ts';
import { boundKeys, useKeysOn } from './keys.ts';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [bound] = useState(boundKeys);
  const keys = [{ keys: 'Ctrl K', label: t('palette') }, ...bound];
  const [areOn, setOn] = useKeysOn();
  return (
    <Dialog open onOpenChange={onClose} title={t('keysTitle')} closeLabel={t('cancel')} width={460}>
      <dl className="grid grid-cols-2 gap-x-8 text-[12.5px]">
        {keys.map(({ keys: pressed, label }) => (
          <div key={pressed} className="border-line/70 flex h-8 items-center justify-between gap-3 border-b">
            <dt className="min-w-0 truncate">{label}</dt>
            <dd className="flex shrink-0 gap-1">
              {pressed.split(' ').map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-3 text-[12.5px]">
        <span className="min-w-0 flex-1">
          <b className="block font-medium">{t('keysOn')}</b>
          <span className="text-mut">{t('keysOnText')}</span>
        </span>
        <Switch checked={areOn} onChange={setOn} label={t('keysOn')} />
      </label>
    </Dialog>
  );
}
