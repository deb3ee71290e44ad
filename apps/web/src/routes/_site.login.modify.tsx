/** /login/modify: change the login password. */
import { createFileRoute } from '@tanstack/react-router';
import { ModifyPage } from '#features/identity/ModifyPage.tsx';

export const Route = createFileRoute('/_site/login/modify')({ component: ModifyPage });
