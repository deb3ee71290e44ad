/** The shell around every page. */
import { createFileRoute } from '@tanstack/react-router';
import { Shell } from '#app/shell/Shell.tsx';

export const Route = createFileRoute('/_site')({ component: Shell });
