/** /login/login, also with ?freeze= from the link in a mail. */
import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#features/identity/LoginPage.tsx';

interface LoginSearch {
  readonly returnTo?: string;
  readonly freeze?: string;
}

export const Route = createFileRoute('/_site/login/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...(typeof search['returnTo'] === 'string' ? { returnTo: search['returnTo'] } : {}),
    ...(typeof search['freeze'] === 'string' ? { freeze: search['freeze'] } : {}),
  }),
  component: Page,
});

function Page() {
  const { returnTo, freeze } = Route.useSearch();
  return <LoginPage returnTo={returnTo} freeze={freeze} />;
}
