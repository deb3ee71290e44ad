/**
 * Shows whether the vehicle account holds the coins of all issued units, recomputed in the browser.
 */
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import type { FundOffer } from './calls.ts';
import { isBacked } from './figures.ts';

export function Backing({ offers }: { readonly offers: readonly FundOffer[] }) {
  const { t } = useTranslation();
  const backed = isBacked(offers);
  const Icon = backed ? ShieldCheck : TriangleAlert;
  return (
    <p className="text-mut flex items-center gap-2.5 px-5 py-3 text-[12.5px]">
      <Icon aria-hidden size={16} className={backed ? 'text-brand-ink' : 'text-bad'} />
      {t(backed ? 'fund.backed' : 'fund.notBacked')}
    </p>
  );
}
