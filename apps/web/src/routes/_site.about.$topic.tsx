/** /about/us (with view=books the public books), policy, connect, protocol, legal */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { Footer } from '#app/shell/Footer.tsx';
import { ABOUT_TOPICS, type AboutTopic } from '#features/about/about-topics.ts';
import { AboutPage } from '#features/about/AboutPage.tsx';
import { BooksPage } from '#features/transparency/books/BooksPage.tsx';
import { keptSearch } from '#shared/kept-search.ts';

const isTopic = (text: string): text is AboutTopic => ABOUT_TOPICS.some((topic) => topic === text);

export const Route = createFileRoute('/_site/about/$topic')({
  params: {
    parse: ({ topic }) => {
      if (!isTopic(topic)) throw notFound();
      return { topic };
    },
    stringify: ({ topic }) => ({ topic }),
  },
  validateSearch: (search: Record<string, unknown>) => keptSearch(search, ['view']),
  component: Page,
});

function Page() {
  const { topic } = Route.useParams();
  const { view } = Route.useSearch();
  return (
    <>
      {topic === 'us' && view === 'books' ? <BooksPage /> : <AboutPage topic={topic} />}
      <Footer />
    </>
  );
}
