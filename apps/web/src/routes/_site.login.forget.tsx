/** /login/forget */
import { createFileRoute } from '@tanstack/react-router';
import { ForgetPage } from '#features/identity/ForgetPage.tsx';

export const Route = createFileRoute('/_site/login/forget')({ component: ForgetPage });
