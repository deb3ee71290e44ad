/** An offer: its terms and texts, and the act that defines or changes it. */
import type { OfficeOffer, OfficeProduct, OfferTermKind } from '@glasshouse/protocol/offers-office';
import { isPermitted } from '@glasshouse/protocol/operator-roles';
import { Field, KeyValue, Segmented, TextArea, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { TimeField } from '../markets/TimeField.tsx';
import { Caption } from '../parts/Caption.tsx';
import { LooksOnly } from '../parts/LooksOnly.tsx';
import { NumberField } from '../parts/NumberField.tsx';
import { useSelf } from '../self.ts';
import { useTexts } from '../texts.ts';
import { draftOf, fieldsOf, type OfferDraft, type OfferTexts } from './offer-draft.ts';
import { ReadTerms } from './ReadTerms.tsx';

const NAME_MAX = 40;
const LEAD_MAX = 240;

interface OfferFormProps {
  readonly product: OfficeProduct;
  /** Undefined: a new one. */
  readonly offer: OfficeOffer | undefined;
  readonly onClose: () => void;
}

export function OfferForm({ product, offer, onClose }: OfferFormProps) {
  const { t, language } = useTexts();
  const { data: self } = useSelf();
  const [before] = useState(() => draftOf(product, offer));
  const [draft, setDraft] = useState(before);
  const texts = language === 'zh-CN' ? offer?.texts.zh : offer?.texts.en;
  const title = offer === undefined ? t('product_new') : `#${offer.offer} ${texts?.name ?? ''}`;
  if (self == null || !isPermitted(self.role, 'products/ask'))
    return (
      <LooksOnly title={title} onClose={onClose} matter={<ReadTerms product={product} draft={draft} />} />
    );
  const isSame = offer !== undefined && JSON.stringify(draft) === JSON.stringify(before);
  const fields = isSame ? null : fieldsOf(product, draft, offer);
  return (
    <ActForm
      title={title}
      onClose={onClose}
      people={2}
      label={actText(t, 'products/define-offer')}
      tone="brand"
      act={fields === null ? null : { name: 'products/define-offer', fields }}
      missing={t(isSame ? 'param_same' : 'product_missing')}
      matter={
        <>
          {offer?.held != null && (
            <dl>
              <KeyValue name={t('product_held')} value={offer.held} />
            </dl>
          )}
          <p className="text-mut">{t('product_termsStay')}</p>
          {offer === undefined && (
            <NumberField
              label={t('number')}
              unit=""
              hint={t('product_numberHint')}
              value={draft.offer}
              onValue={(number) => setDraft({ ...draft, offer: number })}
            />
          )}
          <TermFields product={product} draft={draft} onDraft={setDraft} />
          <TextFields texts={draft.texts} onTexts={(next) => setDraft({ ...draft, texts: next })} />
        </>
      }
    />
  );
}

interface TermFieldsProps {
  readonly product: OfficeProduct;
  readonly draft: OfferDraft;
  readonly onDraft: (draft: OfferDraft) => void;
}

function TermFields({ product, draft, onDraft }: TermFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5">
      {product.terms.map(({ name, kind, title }) => (
        <div key={name} className={kind === 'basket' ? 'col-span-2' : ''}>
          <TermField
            kind={kind}
            title={title}
            value={draft.terms[name] ?? ''}
            onValue={(value) => onDraft({ ...draft, terms: { ...draft.terms, [name]: value } })}
          />
        </div>
      ))}
    </div>
  );
}

interface TermFieldProps {
  readonly kind: OfferTermKind;
  readonly title: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function TermField({ kind, title, value, onValue }: TermFieldProps) {
  const { t } = useTexts();
  switch (kind) {
    case 'flag':
      return (
        <Field label={title}>
          {() => (
            <Segmented
              label={title}
              items={[
                { id: 'yes', label: t('yes') },
                { id: 'no', label: t('no') },
              ]}
              value={value}
              onValue={onValue}
            />
          )}
        </Field>
      );
    case 'time':
    case 'optional-time':
      return <TimeField label={title} value={value} onValue={onValue} />;
    case 'coin':
    case 'basket':
      return (
        <Field label={title} {...(kind === 'basket' ? { hint: t('product_basketHint') } : {})}>
          {(ids) => <TextInput {...ids} value={value} onChange={({ target }) => onValue(target.value)} />}
        </Field>
      );
    case 'amount':
    case 'share':
    case 'whole':
    case 'limit':
      return (
        <NumberField
          label={title}
          unit={kind === 'share' ? '%' : ''}
          hint={kind === 'limit' ? t('product_limitHint') : undefined}
          value={value}
          onValue={onValue}
        />
      );
  }
}

interface TextFieldsProps {
  readonly texts: OfferTexts;
  readonly onTexts: (texts: OfferTexts) => void;
}

function TextFields({ texts, onTexts }: TextFieldsProps) {
  const { t } = useTexts();
  return (['en', 'zh'] as const).map((language) => {
    const own = texts[language];
    const set = (change: Partial<typeof own>) => onTexts({ ...texts, [language]: { ...own, ...change } });
    return (
      <section key={language} className="flex flex-col gap-2.5">
        <Caption>{t(language === 'en' ? 'product_english' : 'product_chinese')}</Caption>
        <Field label={t('product_name')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={own.name}
              maxLength={NAME_MAX}
              onChange={({ target }) => set({ name: target.value })}
            />
          )}
        </Field>
        <Field label={t('product_lead')}>
          {(ids) => (
            <TextArea
              {...ids}
              value={own.lead}
              maxLength={LEAD_MAX}
              rows={2}
              onChange={({ target }) => set({ lead: target.value })}
            />
          )}
        </Field>
        <Field label={t('product_facts')} hint={t('product_factsHint')}>
          {(ids) => (
            <TextArea
              {...ids}
              defaultValue={own.facts.map((fact) => `${fact.name}: ${fact.text}`).join('\n')}
              rows={3}
              onChange={({ target }) => set({ facts: factsOf(target.value) })}
            />
          )}
        </Field>
      </section>
    );
  });
}

/** A fact a line: its name, a colon, its text. */
const factsOf = (text: string): OfferTexts['en']['facts'] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = line, text = ''] = /^(.*?)[:：](.*)$/.exec(line) ?? [];
      return { name: name.trim(), text: text.trim() };
    });
