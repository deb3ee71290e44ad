/** A new password twice, with its strength and the list of rules. */
import { useWatch, type Control } from 'react-hook-form';
import { NewPasswordField, PasswordField, RuleList } from '#shared/forms/fields.tsx';
import type { BoundField } from '#shared/forms/useCheckedForm.ts';
import { passwordRules } from '#shared/forms/validation.ts';
import { usePasswordMax } from './usePasswordMax.ts';
import { useTranslation } from '#shared/i18n.ts';

export interface NewPasswordFieldsProps {
  readonly label: string;
  readonly password: BoundField;
  readonly again: BoundField;
  /** The control of the form, which has the fields 'password' and 'again'. */
  readonly control: unknown;
}

export function NewPasswordFields({ label, password, again, control }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  const typed = useWatch({ control: control as Control<{ password: string; again: string }> });
  const first = typed.password ?? '';
  const max = usePasswordMax();
  return (
    <>
      <NewPasswordField label={label} typed={first} {...password} />
      <PasswordField isNew label={t('identity.passwordAgain')} {...again} />
      <RuleList rules={passwordRules(first, typed.again ?? '', max)} typed={first !== ''} max={max} />
    </>
  );
}
