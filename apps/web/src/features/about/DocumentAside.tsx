/** Beside a document: its contents, its hash, which version the reader accepted, all versions. */
import { DOCUMENTS, type DocumentName, type DocumentVersion } from '@glasshouse/protocol/identity/documents';
import { Button, classNames, DateTime } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '#data/api.ts';
import { useSession } from '#data/session.ts';
import { CopyButton } from '#shared/CopyButton.tsx';
import { useTranslation } from '#shared/i18n.ts';
import { PageLink } from '#shared/PageLink.tsx';
import { shortHash } from '#shared/short-hash.ts';
import { wordsOf, type Heading } from './documents.ts';

export interface DocumentAsideProps {
  readonly name: DocumentName;
  readonly shown: Pick<DocumentVersion, 'version' | 'sha256'>;
  readonly headings: readonly Heading[];
  /** The numbers of sections that this version changed. */
  readonly changed: readonly string[];
}
export function DocumentAside({ name, shown, headings, changed }: DocumentAsideProps) {
  const { t, language } = useTranslation();
  const hash = shown.sha256[wordsOf(language)];
  return (
    <aside aria-label={t('about.thisDocument')} className="sticky top-4 print:hidden">
      {headings.length > 0 && <Contents headings={headings} changed={changed} />}
      <section
        aria-label={t('about.versions')}
        className={classNames('ml-4', headings.length > 0 && 'border-line mt-6 border-t pt-4')}
      >
        <p className="text-mut text-[12px]">{t('about.hash')}</p>
        <p className="flex min-h-8 items-center justify-between">
          <code translate="no" className="notranslate hash text-[12px]">
            {shortHash(hash)}
          </code>
          <CopyButton text={hash} label={t('about.copyHash')} />
        </p>
        <Accepted name={name} />
        <ul className="mt-3 grid gap-0.5 text-[13px]">
          {DOCUMENTS[name].toReversed().map(({ version, date }) => (
            <li key={version} className="flex items-center">
              <PageLink
                to={`/about/${name}`}
                search={{ version: String(version) }}
                aria-current={version === shown.version ? 'page' : undefined}
                className="text-brand-ink aria-[current]:text-fg py-0.5 font-medium hover:underline"
              >
                {t('about.version', { version })}
              </PageLink>
              <span className="text-mut num ml-auto">{date}</span>
            </li>
          ))}
        </ul>
        <Button tone="line" size="sm" className="mt-4 w-full" onClick={() => globalThis.print()}>
          <Printer aria-hidden size={14} />
          {t('about.print')}
        </Button>
      </section>
    </aside>
  );
}

interface ContentsProps {
  readonly headings: readonly Heading[];
  readonly changed: readonly string[];
}
function Contents({ headings, changed }: ContentsProps) {
  const { t } = useTranslation();
  const current = useReached(headings);
  return (
    <nav aria-label={t('about.onThisPage')} className="pt-2">
      <p className="text-mut pb-1.5 pl-4 text-[11px]">{t('about.onThisPage')}</p>
      <ul className="border-line border-l text-[13px] leading-5">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="text-mut hover:text-fg aria-[current]:text-fg aria-[current]:border-brand -ml-px flex items-center gap-2 border-l-2 border-transparent py-1.5 pl-3.5 aria-[current]:font-semibold"
            >
              {text}
              {changed.some((number) => text.startsWith(`${number}.`)) && (
                <>
                  <i aria-hidden className="bg-brand size-1.5 shrink-0 rounded-full" />
                  <span className="sr-only">{t('about.hasChanges')}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A heading counts as reached in the upper third of the window. */
const REACHED = 3;

function useReached(headings: readonly Heading[]): string | undefined {
  const [reached, setReached] = useState<string>();
  const ids = headings.map(({ id }) => id).join(' ');
  useEffect(() => {
    const look = () => {
      const passed = ids.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < globalThis.innerHeight / REACHED;
      });
      setReached(passed.at(-1));
    };
    look();
    document.addEventListener('scroll', look, { passive: true });
    return () => document.removeEventListener('scroll', look);
  }, [ids]);
  return reached ?? headings[0]?.id;
}

/** Which version the reader accepted, and when. */
function Accepted({ name }: { readonly name: DocumentName }) {
  const { t } = useTranslation();
  const isSignedIn = useSession() !== null;
  const accepted = useQuery({
    queryKey: ['accepted-documents'],
    enabled: isSignedIn,
    queryFn: ({ signal }) => call('identity/get-accepted-documents', {}, { signal, quiet: true }),
  });
  const found = accepted.data?.list.find(({ document }) => document === name);
  return (
    <p className="text-mut mt-1 min-h-[36px] text-[12px] leading-[18px]">
      {found === undefined ? (
        t('about.keepsVersion')
      ) : (
        <>
          {t('about.accepted', { version: found.version })} <DateTime timeMs={found.time} kind="date" />
        </>
      )}
    </p>
  );
}
