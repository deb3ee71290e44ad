/** The claims of the marketing on the home page: those of transfers, then those of products. */
import { useTransferClaims } from '#features/claims/transfer-claims.ts';
import { ClaimItem } from '#shared/claims/ClaimText.tsx';
import { useTranslation } from '#shared/i18n.ts';
import * as claims from './product-claims.gen.ts';

const TRANSFERS = ['depositTime', 'confirmations', 'withdrawalTime'] as const;

export function HomeClaims() {
  const { t } = useTranslation();
  const transfers = useTransferClaims();
  return (
    <section className="mx-auto w-reading pt-24">
      <h2 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">
        {t('claims.title')}
      </h2>
      <p className="text-mut mt-2 text-[15px] leading-6">{t('claims.lead')}</p>
      <ul className="mt-7 grid grid-cols-2 gap-x-16">
        {TRANSFERS.map((name) => (
          <ClaimItem key={name} claim={transfers[name]} />
        ))}
        {Object.entries(claims).map(([product, ProductClaim]) => (
          <ProductClaim key={product} />
        ))}
      </ul>
    </section>
  );
}
