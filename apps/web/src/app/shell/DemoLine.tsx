/** Says on every page that the market is simulated and the money is play money. */
import { CircleDollarSign } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { useSimulated } from '#data/pairs.ts';

export function DemoLine() {
  const { t } = useTranslation();
  if (!useSimulated()) return null;
  return (
    <aside className="border-line bg-panel text-mut text-2xs flex h-6 shrink-0 items-center justify-center gap-1.5 border-b">
      <CircleDollarSign aria-hidden className="text-warn size-3.5" />
      {t('shell.demo')}
    </aside>
  );
}
