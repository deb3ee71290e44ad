/** /login/modify: change the login password. */
import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordPage } from '#features/identity/ChangePasswordPage.tsx';

export const Route = createFileRoute('/_site/login/modify')({ component: ChangePasswordPage });
