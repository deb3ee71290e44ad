/**
 * The text of a posting's reason. The ledger's reasons are a closed list; a reason that is newer
 * than this page shows its own name.
 */
import { useTranslation } from '#shared/i18n.ts';

export function PostingReason({ reason }: { readonly reason: string }) {
  const { find } = useTranslation();
  return <>{find(`reasons.${reason}`) ?? reason}</>;
}
