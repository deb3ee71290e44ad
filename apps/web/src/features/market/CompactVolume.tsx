/** A volume or turnover in few digits: 1.69B, or 16.9亿. */
import { Num } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';

export function CompactVolume({ value }: { readonly value: number | undefined }) {
  const { language } = useTranslation();
  return <Num value={value} compact decimals={2} language={language} />;
}
