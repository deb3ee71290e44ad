/** A notice as its readers see it, in both languages. */
import type { PublishedNotice } from '@glasshouse/protocol/notices/office';
import { Caption } from '../parts/Caption.tsx';
import { useTexts } from '../texts.ts';

export type NoticeTexts = Pick<PublishedNotice, 'titleEn' | 'textEn' | 'titleZh' | 'textZh'>;

export function Preview({ texts }: { readonly texts: NoticeTexts }) {
  const { t } = useTexts();
  return (
    <>
      <OneLanguage name={t('english')} lang="en" title={texts.titleEn} text={texts.textEn} />
      <OneLanguage name={t('chinese')} lang="zh-CN" title={texts.titleZh} text={texts.textZh} />
    </>
  );
}

interface OneLanguageProps {
  readonly name: string;
  readonly lang: string;
  readonly title: string;
  readonly text: string;
}

function OneLanguage({ name, lang, title, text }: OneLanguageProps) {
  return (
    <div>
      <Caption>{name}</Caption>
      <article lang={lang} className="border-line rounded-md border px-3 py-2 wrap-anywhere">
        <p className="text-[13px] font-semibold">{title || '–'}</p>
        <p className="mt-1 leading-[19px] whitespace-pre-wrap">{text || '–'}</p>
      </article>
    </div>
  );
}
