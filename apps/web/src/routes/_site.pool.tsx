/** The pages of mining share a bar. */
import { createFileRoute } from '@tanstack/react-router';
import { MiningLayout } from '#app/pages/MiningLayout.tsx';

export const Route = createFileRoute('/_site/pool')({ component: MiningLayout });
