/** /login/register */
import { createFileRoute } from '@tanstack/react-router';
import { DocumentDialog } from '#features/about/DocumentDialog.tsx';
import { RegisterPage } from '#features/identity/RegisterPage.tsx';

export const Route = createFileRoute('/_site/login/register')({
  validateSearch: (search: Record<string, unknown>): { invite?: string } => {
    const invite = search['invite'];
    return typeof invite === 'string' || typeof invite === 'number' ? { invite: String(invite) } : {};
  },
  component: Page,
});

function Page() {
  return <RegisterPage invite={Route.useSearch().invite} Document={DocumentDialog} />;
}
