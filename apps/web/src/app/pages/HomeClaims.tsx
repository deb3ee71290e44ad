/** The claims of the marketing on the home page: those of transfers, then those of products. */
import { useTransferClaims } from '#features/claims/transfer-claims.ts';
import { ClaimText, type Claim, type UseClaim } from '#shared/claims/ClaimText.tsx';
import { useTranslation } from '#shared/i18n.ts';
import * as hooks from './product-claims.gen.ts';

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
        {Object.entries(hooks).map(([product, useClaim]) => (
          <ProductClaim key={product} useClaim={useClaim} />
        ))}
      </ul>
    </section>
  );
}

function ProductClaim({ useClaim }: { readonly useClaim: UseClaim }) {
  return <ClaimItem claim={useClaim()} />;
}

/** Nothing, if the claim is dropped or not known yet. */
function ClaimItem({ claim }: { readonly claim: Claim | undefined }) {
  return claim === undefined ? null : (
    <li className="border-line border-t py-4">
      <ClaimText {...claim} />
    </li>
  );
}
