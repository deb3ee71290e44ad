/** The numbers that one indicator calculates with. */
import { Button, DecimalInput, Dialog } from '@glasshouse/ui';
import { useState } from 'react';
import { useTranslation } from '#shared/i18n.ts';
import { changeChartLayout, useChartLayout } from './chart-layout.ts';
import { DEFAULT_PARAMS, hasFraction, isParams, type IndicatorName } from './indicators.ts';

export interface IndicatorDialogProps {
  readonly name: IndicatorName;
  readonly close: () => void;
}
export function IndicatorDialog({ name, close }: IndicatorDialogProps) {
  const { t } = useTranslation();
  const { params } = useChartLayout();
  const [texts, setTexts] = useState(() => params[name].map(String));
  const numbers = texts.map(Number);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t('chart.parametersOf', { name })}
      closeLabel={t('common.close')}
      width={340}
    >
      <form
        className="grid gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          changeChartLayout({ params: { ...params, [name]: numbers } });
          close();
        }}
      >
        {texts.map((text, index) => (
          <DecimalInput
            key={index}
            label={t('chart.parameter', { number: index + 1 })}
            value={text}
            decimals={hasFraction(name, index) ? 2 : 0}
            onValue={(typed) => setTexts(texts.with(index, typed))}
          />
        ))}
        <div className="mt-1.5 grid grid-cols-2 gap-2">
          <Button onClick={() => setTexts(DEFAULT_PARAMS[name].map(String))}>{t('chart.defaults')}</Button>
          <Button type="submit" tone="brand" disabled={!isParams(name, numbers)}>
            {t('chart.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
