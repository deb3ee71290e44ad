/** /fund/record, with the postings of each holding. */
import { HoldingsPage } from '#features/fund/HoldingsPage.tsx';
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export function FundRecordPage() {
  return <HoldingsPage postings={postingsOf} />;
}

const postingsOf = (id: string) => <RecordPostings kind="product" id={`fund-${id}`} />;
