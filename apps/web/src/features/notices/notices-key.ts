/** The key of all that is fetched about messages. */
import { PERSONAL } from '#data/query-client.ts';

export const NOTICES_KEY = [PERSONAL, 'notices'] as const;
