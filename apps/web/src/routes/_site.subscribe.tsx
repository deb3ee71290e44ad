/** The pages of subscriptions share a bar. */
import { createFileRoute } from '@tanstack/react-router';
import { SubscribeLayout } from '#app/pages/SubscribeLayout.tsx';

export const Route = createFileRoute('/_site/subscribe')({ component: SubscribeLayout });
