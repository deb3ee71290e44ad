/**
 * The user's messages, such as /setting/message?id=7&kind=notice&unread=only; ?view=mail chooses
 * which of them are mailed.
 */
import { createFileRoute } from '@tanstack/react-router';
import { NewsCard } from '#app/news/NewsCard.tsx';
import { MessagePage } from '#features/notices/MessagePage.tsx';
import { keptSearch } from '#shared/kept-search.ts';
import { messageSearch } from './-message-search.ts';

const NAMES = ['kind', 'unread', 'view'] as const;

export const Route = createFileRoute('/_site/setting/message')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...messageSearch(search),
    ...keptSearch(search, NAMES),
  }),
  component: Page,
});

function Page() {
  return <MessagePage id={Route.useSearch().id} above={<NewsCard />} />;
}
