/** Which steps need confirmation, the sound, and the keys of the trading page. */
import { Button, Dialog, Switch } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { chooseRedUp, useRedUp } from '#shared/theme.ts';
import { resetPanelSizes } from '#shared/panel-sizes.ts';
import { changeTradePreferences, CONFIRMED_STEPS, useTradePreferences } from '#shared/trade-preferences.ts';
import { SELF_TRADE_CHOICES } from './self-trade.ts';

const KEYS = [
  ['B', 'buy'],
  ['S', 'sell'],
  ['/', 'pairs'],
  ['1 – 8', 'timeframe'],
  ['D', 'depth'],
  ['F', 'fullScreen'],
] as const;

export function TradeSettings({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const chosen = useTradePreferences();
  const redUp = useRedUp();
  return (
    <Dialog open onOpenChange={onClose} title={t('spot.settings')} closeLabel={t('common.close')} width={400}>
      <h3 className="text-mut mb-1">{t('spot.askFirst')}</h3>
      <ul className="divide-line border-line divide-y border-y">
        {CONFIRMED_STEPS.map((step) => (
          <li key={step} className="flex h-10 items-center justify-between text-[13px]">
            {t(`spot.steps.${step}`)}
            <Switch
              label={t(`spot.steps.${step}`)}
              checked={chosen[step]}
              onChange={(on) => changeTradePreferences({ [step]: on })}
            />
          </li>
        ))}
      </ul>
      <Setting name={t('spot.selfTrade')} title={t('spot.selfTradeText')}>
        <select
          aria-label={t('spot.selfTrade')}
          value={chosen.selfTrade}
          onChange={(event) => changeTradePreferences({ selfTrade: event.target.value })}
          className="bg-raised h-7 rounded-md px-2 text-xs"
        >
          {SELF_TRADE_CHOICES.map((mode) => (
            <option key={mode} value={mode}>
              {t(`spot.selfTradeModes.${mode}`)}
            </option>
          ))}
        </select>
      </Setting>
      <Setting name={t('shell.sound')} title={t('spot.soundText')}>
        <Switch
          label={t('shell.sound')}
          checked={chosen.sound}
          onChange={(sound) => changeTradePreferences({ sound })}
        />
      </Setting>
      <Setting name={t('spot.redUp')} title={t('spot.redUpText')}>
        <Switch label={t('spot.redUp')} checked={redUp} onChange={chooseRedUp} />
      </Setting>
      <Setting name={t('spot.panels.title')} title={t('common.edges')}>
        <Button size="xs" tone="plain" onClick={resetPanelSizes}>
          {t('spot.panels.reset')}
        </Button>
      </Setting>
      <div className="text-mut mt-5 mb-1 flex items-center justify-between">
        <h3>{t('spot.keys')}</h3>
        <Switch
          label={t('spot.keys')}
          checked={chosen.keys}
          onChange={(keys) => changeTradePreferences({ keys })}
        />
      </div>
      <Keys on={chosen.keys} />
    </Dialog>
  );
}

function Keys({ on }: { readonly on: boolean }) {
  const { t } = useTranslation();
  return (
    <dl className="grid grid-cols-2 gap-x-6 text-[13px]">
      {KEYS.map(([key, name]) => (
        <div key={name} className="border-line flex h-9 items-center gap-3 border-t">
          <dt className="w-10">
            <kbd className="border-line2 bg-raised rounded border px-1.5 py-0.5 font-sans text-[11px]">
              {key}
            </kbd>
          </dt>
          <dd className={on ? '' : 'text-dim'}>{t(`spot.keyNames.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SettingProps {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
}
function Setting({ name, title, children }: SettingProps) {
  return (
    <div className="border-line flex h-11 items-center justify-between gap-3 border-b text-[13px]">
      <span title={title}>{name}</span>
      {children}
    </div>
  );
}
