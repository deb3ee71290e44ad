/** /pool/record, with the postings of each order. */
import { MinersPage } from '#features/mining/MinersPage.tsx';
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export function MiningRecordPage() {
  return <MinersPage Postings={Postings} />;
}

function Postings({ id }: { readonly id: string }) {
  return <RecordPostings kind="product" id={`mining-${id}`} />;
}
