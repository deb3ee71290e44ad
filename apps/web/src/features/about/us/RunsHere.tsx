/** What runs here: version, mode, the last command in the books, the journal's checksum. */
import { Num } from '@glasshouse/ui';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePublicTerms } from '#data/public-terms.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { shortHash } from '#shared/short-hash.ts';

export function RunsHere() {
  const { t } = useTranslation();
  const platform = usePublicTerms('transparency/get-platform').data;
  const books = usePublicTerms('transparency/get-reserves').data;
  return (
    <section className="border-line bg-panel mt-4 flex h-[76px] items-center rounded-xl border px-5">
      <h2 className="w-[168px] shrink-0 text-[14px] font-semibold">{t('about.runs.title')}</h2>
      <dl className="flex gap-7">
        <Fact name={t('about.runs.version')}>{platform?.version}</Fact>
        <Fact name={t('about.runs.mode')}>
          {platform === undefined ? undefined : t(`about.runs.modes.${platform.mode}`)}
        </Fact>
        <Fact name={t('about.runs.command')}>
          {books === undefined ? undefined : (
            <>
              #<Num value={books.seq} decimals={0} />
            </>
          )}
        </Fact>
        <Fact name={t('about.runs.journal')}>
          {books === undefined ? undefined : (
            <span className="flex h-5 items-center gap-2">
              <code translate="no" className="notranslate hash text-[12px] font-medium">
                {shortHash(books.journal)}
              </code>
              <CopyButton size="xs" text={books.journal} label={t('about.runs.copy')} />
            </span>
          )}
        </Fact>
      </dl>
      <PageLink
        to="/about/us"
        search={{ view: 'books' }}
        className="text-brand-ink ml-auto inline-flex min-h-6 items-center gap-1 text-[13px] font-medium whitespace-nowrap hover:underline"
      >
        {t('about.runs.compare')}
        <ArrowRight aria-hidden size={14} />
      </PageLink>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-mut text-[12px] whitespace-nowrap">{name}</dt>
      <dd className="mt-0.5 h-5 text-[13px] leading-5 font-semibold whitespace-nowrap">
        {children ?? <i aria-hidden className="skeleton inline-block h-3 w-16" />}
      </dd>
    </div>
  );
}
