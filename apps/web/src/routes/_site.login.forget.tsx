/** /login/forget: set a new login password by a mailed code. */
import { createFileRoute } from '@tanstack/react-router';
import { ForgetPage } from '#features/identity/ForgetPage.tsx';

export const Route = createFileRoute('/_site/login/forget')({ component: ForgetPage });
