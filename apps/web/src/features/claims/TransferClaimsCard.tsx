/** The claims that belong to a page of money in or out, in a card of its side column. */
import { Card } from '@glasshouse/ui';
import { useTranslation } from '#shared/i18n.ts';
import { ClaimText } from '#shared/claims/ClaimText.tsx';
import { useTransferClaims, type TransferClaimName } from './transfer-claims.ts';

export function TransferClaimsCard({ names }: { readonly names: readonly TransferClaimName[] }) {
  const { t } = useTranslation();
  const claims = useTransferClaims();
  const shown = names.flatMap((name) => claims[name] ?? []);
  if (shown.length === 0) return null;
  return (
    <Card title={t('claims.title')}>
      <div className="grid gap-3">
        {shown.map((claim) => (
          <ClaimText key={claim.sentence} {...claim} />
        ))}
      </div>
    </Card>
  );
}
