/** /main: the home page. */
import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#app/pages/HomePage.tsx';

export const Route = createFileRoute('/_site/main')({ component: HomePage });
