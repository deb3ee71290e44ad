/** The fields of what a key may do, from where, and until when. */
import { Checkbox, Field, Note, SelectInput, TextArea } from '@glasshouse/ui';
import type { KeyPermission } from '@glasshouse/protocol/api-keys';
import { KEY_PERMISSIONS } from '@glasshouse/protocol/api-keys/rules';
import type { BoundField } from '#shared/forms/useCheckedForm.ts';
import { useTranslation } from '#shared/i18n.ts';
import { expiriesOf, expiryIn, isOpen, networksIn, permissionsIn, type TermsDraft } from './terms.ts';

export interface TermsFieldsProps {
  readonly draft: TermsDraft;
  readonly networks: BoundField;
  readonly isNew: boolean;
  readonly onChoice: (name: 'permissions' | 'expiry', value: string) => void;
}

export function TermsFields({ draft, networks, isNew, onChoice }: TermsFieldsProps) {
  const { t } = useTranslation();
  const may = permissionsIn(draft);
  const toggle = (permission: KeyPermission, isOn: boolean) =>
    onChoice(
      'permissions',
      KEY_PERMISSIONS.filter((each) => (each === permission ? isOn : may.includes(each))).join(' '),
    );
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-[13px] font-medium">{t('apiKeys.mayDo')}</legend>
        <div className="bg-raised grid gap-2.5 rounded-lg px-3.5 py-3">
          {KEY_PERMISSIONS.map((permission) => (
            <Permission
              key={permission}
              permission={permission}
              isOn={may.includes(permission)}
              hasNetwork={networksIn(draft).length > 0}
              onChange={(isOn) => toggle(permission, isOn)}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label={t('apiKeys.networks')}
        fact={t('identity.optional')}
        hint={t('apiKeys.networksHint')}
        error={networks.error}
      >
        {(ids) => (
          <TextArea
            {...ids}
            {...networks.input}
            rows={2}
            spellCheck={false}
            autoComplete="off"
            translate="no"
            className="notranslate hash"
          />
        )}
      </Field>
      {isOpen(draft) && <Note tone="warn">{t('apiKeys.openNote')}</Note>}
      <Field label={t('apiKeys.expiry')}>
        {(ids) => (
          <SelectInput
            {...ids}
            value={expiryIn(draft, isNew)}
            onChange={({ target }) => onChoice('expiry', target.value)}
          >
            {expiriesOf(draft, isNew).map((expiry) => (
              <option key={expiry} value={expiry}>
                {t(`apiKeys.expiries.${expiry}`)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
    </>
  );
}

interface PermissionProps {
  readonly permission: KeyPermission;
  readonly isOn: boolean;
  readonly hasNetwork: boolean;
  readonly onChange: (isOn: boolean) => void;
}
function Permission({ permission, isOn, hasNetwork, onChange }: PermissionProps) {
  const { t } = useTranslation();
  const isBarred = permission === 'withdraw' && !hasNetwork;
  return (
    <Checkbox checked={isOn} disabled={permission === 'read' || isBarred} onChange={onChange}>
      <b className="text-[13px] font-semibold">{t(`apiKeys.permissions.${permission}`)}</b>
      <span className="text-mut block text-[12px] leading-[17px]">
        {t(`apiKeys.risks.${permission}`)}
        {isBarred && ` ${t('apiKeys.risks.withdrawNeeds')}`}
      </span>
    </Checkbox>
  );
}
