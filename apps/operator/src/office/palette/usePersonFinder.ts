/** Finds a person by number or e-mail, from every page. A search is in the log. */
import { isPermitted, type OperatorRole } from '@glasshouse/protocol/operator-roles';
import { useNavigate } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { call } from '../api.ts';
import { useTexts } from '../texts.ts';
import { useFinder } from './acts.ts';

/** A number of a user, or a whole address: half of one is no search. */
const WHOLE = /^(\d{4,15}|\S+@\S+\.\S{2,})$/;
const COUNT_MAX = 6;

export function usePersonFinder(role: OperatorRole): void {
  const { t } = useTexts();
  const navigate = useNavigate();
  useFinder(
    isPermitted(role, 'people/look')
      ? {
          id: 'people',
          find: async (text) => {
            if (!WHOLE.test(text)) return [];
            const { list } = await call('people/find', { find: text });
            return list.slice(0, COUNT_MAX).map(({ userId, maskedEmail }) => ({
              id: String(userId),
              label: t('people_accountOf', { user: String(userId) }),
              text: maskedEmail,
              icon: UserRound,
              run: () => void navigate({ to: '/people', search: { user: userId } }),
            }));
          },
        }
      : null,
  );
}
