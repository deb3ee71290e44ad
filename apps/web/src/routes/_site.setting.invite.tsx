/** /setting/invite: the link by which the user invites friends. */
import { createFileRoute } from '@tanstack/react-router';
import { InvitePage } from '#features/identity/InvitePage.tsx';

export const Route = createFileRoute('/_site/setting/invite')({ component: InvitePage });
