/** The waits of accounts in hours, from the constants that apply them. */
import type { People } from '../../contract/ports.ts';
import { FUND_LOCK_MS } from './fund-passwords.ts';
import { UNFREEZE_AFTER_MS } from './protection-routes.ts';
import { RAISE_AFTER_MS } from './self-limits.ts';
import { HOLD_HOURS } from './restrictions.ts';

const HOUR_MS = 3_600_000;

export function accountHours(): People['hours'] {
  return {
    credentials: HOLD_HOURS.password,
    email: HOLD_HOURS.email,
    unfreeze: UNFREEZE_AFTER_MS / HOUR_MS,
    limit: RAISE_AFTER_MS / HOUR_MS,
    fundPassword: FUND_LOCK_MS / HOUR_MS,
  };
}
