/** The terms of an offer, for those who may only look. */
import type { OfficeProduct } from '@glasshouse/protocol/offers-office';
import { KeyValue } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';
import type { OfferDraft } from './offer-draft.ts';

interface ReadTermsProps {
  readonly product: OfficeProduct;
  readonly draft: OfferDraft;
}

export function ReadTerms({ product, draft }: ReadTermsProps) {
  const { t } = useTexts();
  const shown = (kind: string, value: string): string => {
    if (value === '') return t('product_none');
    if (kind === 'flag') return t(value === 'yes' ? 'yes' : 'no');
    return kind === 'share' ? `${value}%` : value;
  };
  return (
    <dl className="leading-6">
      {product.terms.map(({ name, kind, title }) => (
        <KeyValue key={name} name={title} value={shown(kind, draft.terms[name] ?? '')} />
      ))}
    </dl>
  );
}
