/** /about/us, policy, connect, protocol, legal */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { Footer } from '#app/shell/Footer.tsx';
import { ABOUT_TOPICS, type AboutTopic } from '#features/about/about-topics.ts';
import { AboutPage } from '#features/about/AboutPage.tsx';

const isTopic = (text: string): text is AboutTopic => ABOUT_TOPICS.some((topic) => topic === text);

export const Route = createFileRoute('/_site/about/$topic')({
  params: {
    parse: ({ topic }) => {
      if (!isTopic(topic)) throw notFound();
      return { topic };
    },
    stringify: ({ topic }) => ({ topic }),
  },
  component: Page,
});

function Page() {
  return (
    <>
      <AboutPage topic={Route.useParams().topic} />
      <Footer />
    </>
  );
}
