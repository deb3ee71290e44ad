/** /login/login */
import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#features/identity/LoginPage.tsx';

export const Route = createFileRoute('/_site/login/login')({
  validateSearch: (search: Record<string, unknown>): { returnTo?: string } =>
    typeof search['returnTo'] === 'string' ? { returnTo: search['returnTo'] } : {},
  component: Page,
});

function Page() {
  return <LoginPage returnTo={Route.useSearch().returnTo} />;
}
