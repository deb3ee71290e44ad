/** /account/trade?type=4 */
import { createFileRoute } from '@tanstack/react-router';
import { RecordsPage } from '#app/pages/RecordsPage.tsx';

export const Route = createFileRoute('/_site/account/trade')({
  validateSearch: (search: Record<string, unknown>): { type?: number } => {
    const type = Number(search['type']);
    return Number.isInteger(type) && search['type'] !== undefined ? { type } : {};
  },
  component: RecordsPage,
});
