/** /setting/message?id=7 */
import { createFileRoute } from '@tanstack/react-router';
import { NewsCard } from '#app/news/NewsCard.tsx';
import { MessagePage } from '#features/notices/MessagePage.tsx';
import { messageSearch } from './-message-search.ts';

export const Route = createFileRoute('/_site/setting/message')({
  validateSearch: messageSearch,
  component: Page,
});

function Page() {
  return <MessagePage id={Route.useSearch().id} above={<NewsCard />} />;
}
