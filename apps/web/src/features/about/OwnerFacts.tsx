/** Who runs the platform, as the owner has said it; nothing where the owner has not. */
import { usePublicTerms } from '#data/public-terms.ts';
import { useTranslation } from '#shared/i18n.ts';

export function OwnerFacts() {
  const { t } = useTranslation();
  const { data } = usePublicTerms('brand/get-brand');
  if (data === undefined || data.legalName === '') return null;
  const facts = [
    ['name', data.legalName],
    ['address', data.legalAddress],
    ['contact', data.legalContact],
    ['website', data.website],
  ] as const;
  return (
    <section
      aria-label={t('about.owner.title')}
      className="border-line bg-panel mb-4 rounded-xl border px-5 py-3.5 print:border-0 print:px-0"
    >
      <dl className="flex flex-wrap gap-x-9 gap-y-2">
        {facts.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name}>
                <dt className="text-mut text-[12px]">{t(`about.owner.${name}`)}</dt>
                <dd className="mt-0.5 text-[13px] leading-5 font-semibold">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
