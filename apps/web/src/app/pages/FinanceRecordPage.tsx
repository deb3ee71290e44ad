/** /finance/record, with the postings of each order. */
import { FinanceOrdersPage } from '#features/finance/FinanceOrdersPage.tsx';
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export function FinanceRecordPage() {
  return <FinanceOrdersPage Postings={Postings} />;
}

function Postings({ id }: { readonly id: string }) {
  return <RecordPostings kind="product" id={`finance-${id}`} />;
}
