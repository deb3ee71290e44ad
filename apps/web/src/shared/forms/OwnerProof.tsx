/**
 * What an owner proves before the account is opened to something new: the mailed code, and the fund
 * password and the Google code of those who have them.
 */
import { usePerson } from '#data/person.ts';
import { useTranslation } from '#shared/i18n.ts';
import { CodeField } from './CodeField.tsx';
import { FundPasswordField, GoogleField } from './fields.tsx';
import type { BoundField } from './useCheckedForm.ts';
import { check } from './validation.ts';

export const NO_OWNER_PROOF = { code: '', fundPassword: '', googleCode: '' };

/** The rules of the proof fields beside the form's own. */
export function useOwnerProof() {
  const person = usePerson();
  const asksFund = person?.assetsPwd === true;
  const asksGoogle = person?.googleBind === true;
  return {
    email: () => person?.email ?? '',
    asksFund,
    asksGoogle,
    checks: {
      code: check.code,
      fundPassword: (text: string) => (asksFund ? check.sixDigits(text) : undefined),
      googleCode: (text: string) => (asksGoogle ? check.filled(text) : undefined),
    },
  };
}

export interface OwnerProofFieldsProps {
  readonly proof: ReturnType<typeof useOwnerProof>;
  readonly field: (name: 'code' | 'fundPassword' | 'googleCode') => BoundField;
}

export function OwnerProofFields({ proof, field }: OwnerProofFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {proof.asksFund && <FundPasswordField label={t('identity.fundPassword')} {...field('fundPassword')} />}
      <CodeField purpose="withdraw" email={proof.email} {...field('code')} />
      {proof.asksGoogle && <GoogleField {...field('googleCode')} />}
    </>
  );
}
