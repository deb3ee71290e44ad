/** /pool/record, with the postings of each order. */
import { MinersPage } from '#features/mining/MinersPage.tsx';
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export function MiningRecordPage() {
  return <MinersPage postings={(id) => <RecordPostings kind="product" id={`mining-${id}`} />} />;
}
