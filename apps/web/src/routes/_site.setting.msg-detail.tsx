/** One message, such as /setting/msg-detail?id=7. */
import { createFileRoute } from '@tanstack/react-router';
import { MessageDetailPage } from '#features/notices/MessagePage.tsx';
import { messageSearch } from './-message-search.ts';

export const Route = createFileRoute('/_site/setting/msg-detail')({
  validateSearch: messageSearch,
  component: Page,
});

function Page() {
  return <MessageDetailPage id={Route.useSearch().id} />;
}
