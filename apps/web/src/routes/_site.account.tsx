/** The pages of a user's holdings share a bar of their sections. */
import { createFileRoute } from '@tanstack/react-router';
import { AccountLayout } from '#app/pages/AccountLayout.tsx';

export const Route = createFileRoute('/_site/account')({ component: AccountLayout });
