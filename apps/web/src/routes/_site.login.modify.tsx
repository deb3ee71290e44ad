/** /login/modify */
import { createFileRoute } from '@tanstack/react-router';
import { ModifyPage } from '#features/identity/ModifyPage.tsx';

export const Route = createFileRoute('/_site/login/modify')({ component: ModifyPage });
