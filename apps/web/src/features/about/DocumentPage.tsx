/**
 * A document: its version and date, what changed, its text, and beside it the contents, the hash
 * and the earlier versions.
 */
import { inForce, type DocumentName } from '@glasshouse/protocol/identity/documents';
import { Note, SkeletonRows, Tag } from '@glasshouse/ui';
import { Blocks } from '#shared/content/Blocks.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { savedLanguage } from '#shared/language.ts';
import { ListFailed } from '#shared/lists/PagedBody.tsx';
import { PageLink } from '#shared/PageLink.tsx';
import { PageTitle } from '#shared/PageTitle.tsx';
import { AboutSide } from './AboutSide.tsx';
import { OwnerFacts } from './OwnerFacts.tsx';
import { DocumentAside } from './DocumentAside.tsx';
import {
  fetchDocument,
  headingsOf,
  sectionOf,
  useDocument,
  versionOf,
  type Change,
  type Heading,
} from './documents.ts';

/** Loads the document before the page is shown. The page itself shows a failure. */
export async function prepareDocument(name: DocumentName, asked: string | undefined): Promise<void> {
  const { version } = versionOf(name, asked);
  await fetchDocument({ name, version, language: savedLanguage() }).catch(() => undefined);
}

export interface DocumentPageProps {
  readonly name: DocumentName;
  /** The version that the address asks for. */
  readonly version: string | undefined;
}
export function DocumentPage({ name, version: asked }: DocumentPageProps) {
  const { t, language } = useTranslation();
  const { version, date, sha256 } = versionOf(name, asked);
  const isInForce = version === inForce(name).version;
  const { data, isError, error, refetch } = useDocument({ name, version, language });
  const headings = headingsOf(data?.body ?? []);
  const title = t(`about.${name}.title`);
  return (
    <div className="mx-auto grid w-reading flex-1 grid-cols-[208px_minmax(0,1fr)_240px] items-start gap-8 pt-6 pb-16 print:block">
      <AboutSide on={name} />
      <main className="border-line bg-panel min-h-[640px] rounded-xl border px-10 pt-6 pb-10">
        <PageTitle of={title} />
        <h1 className="font-display text-[28px] leading-9 font-semibold tracking-[-0.02em]">{title}</h1>
        <p className="text-mut mt-2 flex items-center gap-2.5 text-[13px]">
          {isInForce ? <Tag tone="info">{t('about.inForce')}</Tag> : <Tag>{t('about.former')}</Tag>}
          {t('about.versionFrom', { version, date })}
        </p>
        <div className="mt-5 -mb-2 empty:hidden">
          <OwnerFacts />
        </div>
        {!isInForce && (
          <div className="mt-5">
            <Note>
              {t('about.formerText')}{' '}
              <PageLink
                to={`/about/${name}`}
                className="text-brand-ink font-medium underline underline-offset-2"
              >
                {t('about.toVersionInForce')}
              </PageLink>
            </Note>
          </div>
        )}
        {data !== undefined && data.changes.length > 0 && (
          <Changes changes={data.changes} headings={headings} before={version - 1} />
        )}
        {data !== undefined && (
          <Blocks
            blocks={data.body}
            label={title}
            language={language}
            marks={{ new: t('about.newIn', { version }), changed: t('about.changedIn', { version }) }}
          />
        )}
        {data === undefined && isError && <ListFailed error={error} onRetry={refetch} />}
        {data === undefined && !isError && <SkeletonRows bare rows={12} height={40} />}
      </main>
      <DocumentAside
        name={name}
        shown={{ version, sha256 }}
        headings={headings}
        changed={(data?.changes ?? []).map(({ section }) => section)}
      />
    </div>
  );
}

interface ChangesProps {
  readonly changes: readonly Change[];
  readonly headings: readonly Heading[];
  readonly before: number;
}
function Changes({ changes, headings, before }: ChangesProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="changed" className="border-line bg-field mt-5 rounded-lg border px-5 py-4">
      <h2 id="changed" className="text-[14px] font-semibold">
        {t('about.changedSince', { version: before })}
      </h2>
      <ol className="mt-1.5 grid gap-1.5 text-[13px] leading-5">
        {changes.map(({ section, text }) => (
          <li key={section} className="flex gap-3">
            <a
              href={`#${sectionOf(headings, section)?.id ?? ''}`}
              className="text-brand-ink w-16 shrink-0 font-medium hover:underline"
            >
              {t('about.section', { number: section })}
            </a>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
