/** The postings of an order of a product, for the product's own page. */
import { RecordPostings } from '#features/wallet/records/RecordPostings.tsx';

export interface ProductPostingsProps {
  /** The name of its feature, by which its records are named. */
  readonly feature: string;
  readonly id: string;
}
export function ProductPostings({ feature, id }: ProductPostingsProps) {
  return <RecordPostings kind="product" id={`${feature}-${id}`} />;
}
