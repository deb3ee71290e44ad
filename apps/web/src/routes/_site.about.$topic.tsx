/**
 * /about/us (view=books: the public books, status: what is open), policy (the privacy policy, for
 * signed-in users), protocol (the user agreement), legal (the risk notice; view=fees: fees and
 * limits, whose `calc` is the chosen calculator), connect (the help center: article, topic, q).
 * `version` chooses a version of a document. The page and its text are loaded before it is shown,
 * so that nothing moves.
 */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { PRODUCT_TERMS } from '#app/pages/public-terms.ts';
import { Footer } from '#app/shell/Footer.tsx';
import { ABOUT_TOPICS, type AboutTopic } from '#features/about/about-topics.ts';
import { loadPart } from '#shared/chunk.ts';
import { keptSearch } from '#shared/kept-search.ts';

const isTopic = (text: string): text is AboutTopic => ABOUT_TOPICS.some((topic) => topic === text);

export const Route = createFileRoute('/_site/about/$topic')({
  // The loader is a part of this page, not of every page.
  codeSplitGroupings: [['loader', 'component']],
  params: {
    parse: ({ topic }) => {
      if (!isTopic(topic)) throw notFound();
      return { topic };
    },
    stringify: ({ topic }) => ({ topic }),
  },
  validateSearch: (search: Record<string, unknown>) =>
    keptSearch(search, ['view', 'article', 'topic', 'q', 'version', 'calc']),
  loaderDeps: ({ search: { view, version } }) => ({ view, version }),
  loader: ({ params: { topic }, deps: { view, version } }) => loadPage(topic, view, version),
  component: Page,
});

type Search = ReturnType<typeof Route.useSearch>;
/** The page of an address, once what it shows first is there. */
type ShownPage = (search: Search) => React.ReactNode;

async function loadPage(
  topic: AboutTopic,
  ...[view, version]: (string | undefined)[]
): Promise<{ readonly show: ShownPage }> {
  if (topic === 'connect') {
    const { HelpCenter, prepareHelp } = await loadPart(() => import('#features/help/HelpCenter.tsx'));
    await prepareHelp();
    return {
      show: ({ article, topic: ofHelp, q }) => (
        <HelpCenter article={article} topic={ofHelp} question={q} products={PRODUCT_TERMS} />
      ),
    };
  }
  if (topic === 'us' && view === 'books') {
    const { BooksPage } = await loadPart(() => import('#features/transparency/books/BooksPage.tsx'));
    return { show: () => <BooksPage /> };
  }
  if (topic === 'us' && view === 'status') {
    const { StatusPage } = await loadPart(() => import('#features/transparency/status/StatusPage.tsx'));
    return { show: () => <StatusPage /> };
  }
  if (topic === 'us') {
    const { UsPage } = await loadPart(() => import('#features/about/UsPage.tsx'));
    return { show: () => <UsPage /> };
  }
  if (topic === 'legal' && view === 'fees') {
    const { FeesPage, prepareFees } = await loadPart(() => import('#features/fees/FeesPage.tsx'));
    await prepareFees(PRODUCT_TERMS);
    return { show: () => <FeesPage products={PRODUCT_TERMS} /> };
  }
  const { DocumentPage, prepareDocument } = await loadPart(() => import('#features/about/DocumentPage.tsx'));
  await prepareDocument(topic, version);
  return { show: () => <DocumentPage name={topic} version={version} /> };
}

function Page() {
  const { show } = Route.useLoaderData();
  return (
    <>
      {show(Route.useSearch())}
      <Footer />
    </>
  );
}
