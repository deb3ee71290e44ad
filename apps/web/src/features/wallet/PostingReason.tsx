/** Why a balance changed. The ledger's reasons are a closed list; one that is newer than this page shows its own name. */
import { useTranslation } from '#shared/i18n.ts';

export function PostingReason({ reason }: { readonly reason: string }) {
  const { find } = useTranslation();
  return <>{find(`wallet.reasons.${reason}`) ?? reason}</>;
}
