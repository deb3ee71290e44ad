/** Where a person is brought back to after logging in: this page, with its pair. */
import { useLocation } from '@tanstack/react-router';

export function useReturnTo(): string {
  return useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
}
