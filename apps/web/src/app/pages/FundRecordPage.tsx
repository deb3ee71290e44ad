/** /fund/record, with the postings of each holding. */
import { HoldingsPage } from '#features/fund/HoldingsPage.tsx';
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export function FundRecordPage() {
  return <HoldingsPage postings={(id) => <RecordPostings kind="product" id={`fund-${id}`} />} />;
}
