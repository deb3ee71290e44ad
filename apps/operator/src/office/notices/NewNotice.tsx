/** The form of a new notice: a title and a text in each language, and how both will look. */
import { NOTICE_TEXT_MAX, NOTICE_TITLE_MAX } from '@glasshouse/protocol/notices/notice-lengths';
import { Field, Segmented, TextArea, TextInput } from '@glasshouse/ui';
import { useState } from 'react';
import { actText } from '../acts/act-words.ts';
import { ActForm } from '../acts/ActForm.tsx';
import { useTexts } from '../texts.ts';
import { Preview, type NoticeTexts } from './Preview.tsx';

const NOTHING: NoticeTexts = { titleEn: '', textEn: '', titleZh: '', textZh: '' };
type Shown = 'write' | 'preview';

export function NewNotice({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [texts, setTexts] = useState(NOTHING);
  const [shown, setShown] = useState<Shown>('write');
  const isWhole = Object.values(texts).every((text) => text.trim() !== '');
  return (
    <ActForm
      title={t('notice_write')}
      onClose={onClose}
      people={1}
      label={actText(t, 'notices/publish')}
      tone="brand"
      act={isWhole ? { name: 'notices/publish', fields: texts } : null}
      missing={t('notice_missing')}
      matter={
        <>
          <Segmented
            label={t('notice_view')}
            items={[
              { id: 'write', label: t('notice_writing') },
              { id: 'preview', label: t('notice_preview') },
            ]}
            value={shown}
            onValue={(next: Shown) => setShown(next)}
          />
          {shown === 'preview' ? <Preview texts={texts} /> : <Texts texts={texts} onChange={setTexts} />}
        </>
      }
    />
  );
}

interface TextsProps {
  readonly texts: NoticeTexts;
  readonly onChange: (texts: NoticeTexts) => void;
}

function Texts({ texts, onChange }: TextsProps) {
  const { t } = useTexts();
  const set = (field: keyof NoticeTexts) => (value: string) => onChange({ ...texts, [field]: value });
  return (
    <>
      <Title label={t('notice_titleEn')} lang="en" value={texts.titleEn} onValue={set('titleEn')} />
      <Body label={t('notice_textEn')} lang="en" value={texts.textEn} onValue={set('textEn')} />
      <Title label={t('notice_titleZh')} lang="zh-CN" value={texts.titleZh} onValue={set('titleZh')} />
      <Body label={t('notice_textZh')} lang="zh-CN" value={texts.textZh} onValue={set('textZh')} />
    </>
  );
}

interface OneText {
  readonly label: string;
  readonly lang: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const Title = ({ label, lang, value, onValue }: OneText) => (
  <Field label={label}>
    {(ids) => (
      <TextInput
        {...ids}
        lang={lang}
        maxLength={NOTICE_TITLE_MAX}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    )}
  </Field>
);

const Body = ({ label, lang, value, onValue }: OneText) => (
  <Field label={label}>
    {(ids) => (
      <TextArea
        {...ids}
        lang={lang}
        rows={3}
        maxLength={NOTICE_TEXT_MAX}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    )}
  </Field>
);
