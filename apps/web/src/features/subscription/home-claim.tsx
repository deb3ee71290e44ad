/** The claim of the project that is open, or opens next, on the home page. */
import type { ComponentType } from 'react';
import { ClaimItem } from '#shared/claims/ClaimText.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { offerText } from '#shared/products/offer-name.ts';
import { useProjects } from './calls.ts';
import { useMarketCapClaim } from './market-cap.ts';
import { foremostOf, nextOf } from './sale.ts';

export const HomeClaim: ComponentType = () => {
  const { t, language } = useTranslation();
  const projects = useProjects().data ?? [];
  const claimOf = useMarketCapClaim();
  const project = foremostOf(projects) ?? nextOf(projects);
  const claim = project === undefined ? undefined : claimOf(project);
  if (project === undefined || claim === undefined) return null;
  const { name } = offerText(project, language);
  return <ClaimItem claim={{ ...claim, why: t('claims.ofProject', { name, why: claim.why }) }} />;
};
