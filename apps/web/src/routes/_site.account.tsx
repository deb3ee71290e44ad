/** /account: the layout of the pages about a user's money, with the bar that links them. */
import { createFileRoute } from '@tanstack/react-router';
import { AccountLayout } from '#app/pages/AccountLayout.tsx';

export const Route = createFileRoute('/_site/account')({ component: AccountLayout });
