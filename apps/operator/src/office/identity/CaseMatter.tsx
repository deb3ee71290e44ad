/** What a person has handed in: the photos side by side, what was typed, and who else has it. */
import type { OfficeCase } from '@glasshouse/protocol/kyc/office';
import { Code, formatTime, KeyValue } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';
import { call } from '../api.ts';
import { Caption } from '../parts/Caption.tsx';
import { Photo } from '../parts/Photo.tsx';
import { StateTag } from '../parts/StateTag.tsx';
import { useTexts } from '../texts.ts';
import { CASE_STATE_TEXTS, useCountryName } from './words.ts';

export function CaseMatter({ shown }: { readonly shown: OfficeCase }) {
  const { t } = useTexts();
  const countryName = useCountryName();
  const { id, photos, country, document, name, number } = shown;
  return (
    <div className="flex flex-col gap-4 p-4">
      {photos.length === 0 ? (
        <p className="text-mut">{t('photosGone')}</p>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {photos.map((side) => (
            <Photo
              key={side}
              name={t(`side_${side}`)}
              queryKey={['case', id, side]}
              load={() => call('kyc/get-photo', { id, side })}
              height="h-[238px]"
            />
          ))}
        </div>
      )}
      <section>
        <Caption right={t('typedHint')}>{t('typedByCustomer')}</Caption>
        <dl className="border-line grid gap-y-1 rounded-md border px-3 py-2">
          <KeyValue name={t('printedName')} value={<Code>{name}</Code>} />
          <KeyValue
            name={t('document')}
            value={t('documentOf', { document: t(`document_${document}`), country: countryName(country) })}
          />
          <KeyValue name={t('documentNumber')} value={<Code className="font-mono">{number}</Code>} />
        </dl>
      </section>
      <Duplicates shown={shown} />
      <Earlier shown={shown} />
    </div>
  );
}

function Duplicates({ shown: { duplicates } }: { readonly shown: OfficeCase }) {
  const { t } = useTexts();
  if (duplicates.length === 0) return null;
  return (
    <section>
      <Caption right={duplicates.length}>{t('duplicates')}</Caption>
      <ul className="border-warn/50 num rounded-md border">
        {duplicates.map((other) => (
          <li
            key={other.id}
            className="border-line/70 flex min-h-[31px] items-center gap-3 border-t px-3 first:border-t-0"
          >
            <Link
              to="/identity"
              search={{ view: 'all', id: other.id }}
              className="text-brand-ink font-medium hover:underline"
            >
              K-{other.id}
            </Link>
            <Code>{other.userId}</Code>
            <span className="text-warn">{t(`sharedBy_${other.by}`)}</span>
            <span className="text-mut ml-auto">{formatTime(other.time, 'recent')}</span>
            <StateTag state={other.state} states={CASE_STATE_TEXTS} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Earlier({ shown: { earlier, looks } }: { readonly shown: OfficeCase }) {
  const { t } = useTexts();
  return (
    <>
      {earlier.length > 0 && (
        <section>
          <Caption right={earlier.length}>{t('earlierCases')}</Caption>
          <ul className="num">
            {earlier.map((each) => (
              <li key={each.id} className="border-line/70 flex min-h-[27px] items-center gap-3 border-t">
                <Link to="/identity" search={{ view: 'all', id: each.id }} className="hover:underline">
                  K-{each.id}
                </Link>
                <span className="text-mut">{formatTime(each.time, 'recent')}</span>
                <span className="ml-auto">
                  {each.rejection === null
                    ? t(`caseState_${each.state}`)
                    : t(`caseRejection_${each.rejection}`)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {looks.length > 0 && (
        <section>
          <Caption right={t('customerSeesLooks')}>{t('looksAtPhotos')}</Caption>
          <ul className="num">
            {looks.map((look) => (
              <li
                key={`${look.time} ${look.side}`}
                className="border-line/70 grid min-h-[27px] grid-cols-[104px_80px_minmax(0,1fr)] items-center gap-2 border-t"
              >
                <span className="text-mut">{formatTime(look.time, 'recent')}</span>
                <span>{t(`side_${look.side}`)}</span>
                <span className="text-mut truncate">{look.operator}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
