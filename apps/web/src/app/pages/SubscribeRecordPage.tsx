/** /subscribe/record, with the postings of each subscription. */
import { SubscriptionsPage } from '#features/subscription/SubscriptionsPage.tsx';
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export function SubscribeRecordPage() {
  return <SubscriptionsPage postings={postingsOf} />;
}

const postingsOf = (id: string) => <RecordPostings kind="product" id={`subscription-${id}`} />;
