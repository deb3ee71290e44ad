/** The claims of the marketing on the home page: those of transfers, then those of products. */
import { Suspense } from 'react';
import { ClaimItem } from '#shared/claims/ClaimText.tsx';
import { useTranslation } from '#shared/i18n.ts';
import type { PageAddress } from '#shared/section.ts';
import type { ProductCard } from '#shared/product-card.ts';
import { useTransferClaims } from './transfer-claims.ts';

const TRANSFERS = ['depositTime', 'confirmations', 'withdrawalTime'] as const;

export interface HomeClaimsProps {
  readonly products: readonly (ProductCard & PageAddress)[];
}
export function HomeClaims({ products }: HomeClaimsProps) {
  const { t } = useTranslation();
  const transfers = useTransferClaims();
  return (
    <section className="mx-auto w-reading pt-24">
      <h2 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
        {t('claims.title')}
      </h2>
      <p className="text-mut mt-2 text-[15px] leading-6">{t('claims.lead')}</p>
      <ul className="mt-7 grid grid-cols-2 gap-x-16">
        {TRANSFERS.map((name) => {
          const claim = transfers[name];
          return claim !== undefined && <ClaimItem key={name} {...claim} />;
        })}
        {products.map(
          ({ to, HomeClaim }) =>
            HomeClaim !== undefined && (
              <Suspense key={to}>
                <HomeClaim />
              </Suspense>
            ),
        )}
      </ul>
    </section>
  );
}
