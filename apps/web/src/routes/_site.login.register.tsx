/** /login/register: open an account. */
import { createFileRoute } from '@tanstack/react-router';
import { DocumentDialog } from '#features/about/DocumentDialog.tsx';
import { RegisterPage } from '#features/identity/RegisterPage.tsx';

interface RegisterSearch {
  readonly invite?: string;
  readonly returnTo?: string;
}

export const Route = createFileRoute('/_site/login/register')({
  validateSearch: ({ invite, returnTo }: Record<string, unknown>): RegisterSearch => ({
    ...(typeof invite === 'string' || typeof invite === 'number' ? { invite: String(invite) } : {}),
    ...(typeof returnTo === 'string' ? { returnTo } : {}),
  }),
  component: Page,
});

function Page() {
  const { invite, returnTo } = Route.useSearch();
  return <RegisterPage invite={invite} returnTo={returnTo} Document={DocumentDialog} />;
}
