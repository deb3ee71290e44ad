/**
 * The submission of a user: country, document, name, number by its rule, photos, and the
 * confirmation that they are the user's own.
 */
import { Button, Checkbox, Field, FieldError, Segmented, SelectInput, TextInput } from '@glasshouse/ui';
import {
  documentsOf,
  numberFault,
  plainName,
  plainNumber,
  PERSON_NAME,
  type DocumentKind,
} from '@glasshouse/protocol/kyc/documents';
import { useState } from 'react';
import { useCheckedForm, type BoundField } from '#shared/forms/useCheckedForm.ts';
import { check } from '#shared/forms/validation.ts';
import { useTranslation, type TextKey } from '#shared/i18n.ts';
import { notify } from '#shared/notify.ts';
import { sendDocuments, type Side } from './calls.ts';
import { countriesByName } from './country-name.ts';
import { PhotoField, type Photo } from './PhotoField.tsx';

/** The preselected country. */
const FIRST_COUNTRY: Readonly<Record<string, string>> = { 'zh-CN': 'CN', 'en-US': '' };
const FAULTS: Readonly<Record<'format' | 'check-digit' | 'birth-date', TextKey>> = {
  format: 'verify.faults.format',
  'check-digit': 'verify.faults.checkDigit',
  'birth-date': 'verify.faults.birthDate',
};

type Photos = { readonly [S in Side]?: Photo };

export function DocumentForm({ quick }: { readonly quick: boolean }) {
  const { t } = useTranslation();
  const { form, field, busy, onSubmit, document, setDocument, photos, setPhoto } = useDocuments();
  // Registered even while the field is hidden, so that its check is always that of the chosen
  // document.
  const back = field('back');
  return (
    <form noValidate onSubmit={onSubmit} className="border-line bg-panel rounded-xl border p-6">
      <div className="grid grid-cols-2 gap-x-5 gap-y-4.5">
        <CountryField {...field('country')} />
        <DocumentField country={form.watch('country')} document={document} onDocument={setDocument} />
        <WrittenField label={t('verify.nameAsPrinted')} maxLength={64} {...field('name')} />
        <WrittenField label={t('verify.number')} maxLength={32} {...field('number')} />
        <PhotoField
          side="front"
          label={t(document === 'passport' ? 'verify.passportPage' : 'verify.front')}
          photo={photos.front}
          missing={field('front').error}
          onPhoto={(photo) => setPhoto('front', photo)}
        />
        {document !== 'passport' && (
          <PhotoField
            side="back"
            label={t('verify.back')}
            photo={photos.back}
            missing={back.error}
            onPhoto={(photo) => setPhoto('back', photo)}
          />
        )}
      </div>
      <div className="border-line mt-5 flex items-center gap-4 border-t pt-4.5">
        <OwnField
          isOwn={form.watch('own') !== ''}
          error={field('own').error}
          onOwn={(isOwn) => form.setValue('own', isOwn ? 'yes' : '', { shouldValidate: true })}
        />
        <span className="text-mut ml-auto">{quick ? t('verify.quickSend') : ''}</span>
        <Button type="submit" tone="brand" size="lg" busy={busy}>
          {t('verify.send')}
        </Button>
      </div>
    </form>
  );
}

function useDocuments() {
  const { language } = useTranslation();
  const [chosen, setDocument] = useState<DocumentKind>('id-card');
  const [photos, setPhotos] = useState<Photos>({});
  const hasBack = (country: string): boolean => documentIn(country, chosen) !== 'passport';
  const checked = useCheckedForm({
    // The value of a photo is the id that the server gave it.
    initial: { country: FIRST_COUNTRY[language] ?? '', name: '', number: '', front: '', back: '', own: '' },
    checks: {
      country: check.filled,
      name: (text) => (PERSON_NAME.test(plainName(text)) ? undefined : 'verify.nameRule'),
      number: (text, { country }) => {
        if (text.trim() === '') return check.filled(text);
        const number = plainNumber(text);
        const fault = numberFault({ country, document: documentIn(country, chosen), number }, Date.now());
        return fault === null ? undefined : FAULTS[fault];
      },
      front: (id) => (id === '' ? 'verify.photoMissing' : undefined),
      back: (id, { country }) => (id === '' && hasBack(country) ? 'verify.photoMissing' : undefined),
      own: (text) => (text === '' ? 'verify.mustBeOwn' : undefined),
    },
    send: async ({ country, name, number, front, back }) => {
      const document = documentIn(country, chosen);
      await sendDocuments({
        country,
        document,
        name,
        number,
        frontPhoto: front,
        backPhoto: hasBack(country) ? back : undefined,
        own: true,
      });
      notify.success('l.submitted');
    },
  });
  const document = documentIn(checked.form.watch('country'), chosen);
  function setPhoto(side: Side, photo: Photo) {
    setPhotos((before) => ({ ...before, [side]: photo }));
    checked.form.setValue(side, typeof photo === 'object' ? photo.id : '', { shouldValidate: true });
  }
  const isSending = photos.front === 'sending' || photos.back === 'sending';
  return { ...checked, busy: checked.busy || isSending, document, setDocument, photos, setPhoto };
}

interface OwnFieldProps {
  readonly isOwn: boolean;
  readonly error: string | undefined;
  readonly onOwn: (isOwn: boolean) => void;
}
function OwnField({ isOwn, error, onOwn }: OwnFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <Checkbox checked={isOwn} onChange={onOwn} className="text-mut text-[13px]">
        {t('verify.own')}
      </Checkbox>
      {error !== undefined && <FieldError text={error} />}
    </div>
  );
}

function CountryField({ error, input }: BoundField) {
  const { t, language } = useTranslation();
  return (
    <Field label={t('verify.country')} error={error}>
      {(ids) => (
        <SelectInput {...ids} {...input}>
          <option value="">{t('verify.chooseCountry')}</option>
          {countriesByName(language).map((each) => (
            <option key={each.code} value={each.code}>
              {each.name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

interface DocumentFieldProps {
  readonly country: string;
  readonly document: DocumentKind;
  readonly onDocument: (document: DocumentKind) => void;
}
function DocumentField({ country, document, onDocument }: DocumentFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <p className="mb-1.5 text-[13px] font-medium">{t('verify.document')}</p>
      <Segmented
        label={t('verify.document')}
        value={document}
        onValue={onDocument}
        className="flex! h-11 items-center px-1 [&>button]:h-9 [&>button]:flex-1 [&>button]:text-[13px]"
        items={documentsOf(country).map((id) => ({ id, label: t(`verify.documents.${id}`) }))}
      />
    </div>
  );
}

interface WrittenFieldProps extends BoundField {
  readonly label: string;
  readonly maxLength: number;
}
function WrittenField({ label, maxLength, error, input }: WrittenFieldProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => <TextInput {...ids} {...input} autoComplete="off" spellCheck={false} maxLength={maxLength} />}
    </Field>
  );
}

function documentIn(country: string, chosen: DocumentKind): DocumentKind {
  const documents = documentsOf(country);
  return documents.includes(chosen) ? chosen : (documents[0] ?? 'passport');
}
