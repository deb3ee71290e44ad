/** The waits and needs of accounts as the site tells them, from the constants that apply them. */
import { OPERATIONS } from '@glasshouse/protocol';
import type { AccountRules } from '@glasshouse/protocol/parameters';
import type { Config } from './config.ts';
import { FUND_LOCK_MS } from './features/identity/fund-passwords.ts';
import { UNFREEZE_AFTER_MS } from './features/identity/protection-routes.ts';
import { RAISE_AFTER_MS } from './features/identity/self-limits.ts';
import { HOLD_HOURS } from './features/identity/standing.ts';
import { COOLING_MS } from './features/wallet/addresses.ts';

const HOUR_MS = 3_600_000;

export function accountRulesOf({ kycRequiredFor }: Pick<Config, 'kycRequiredFor'>): AccountRules {
  return {
    identityFor: OPERATIONS.filter((operation) => kycRequiredFor.has(operation)),
    hours: {
      address: COOLING_MS / HOUR_MS,
      credentials: HOLD_HOURS.password,
      email: HOLD_HOURS.email,
      unfreeze: UNFREEZE_AFTER_MS / HOUR_MS,
      limit: RAISE_AFTER_MS / HOUR_MS,
      fundPassword: FUND_LOCK_MS / HOUR_MS,
    },
  };
}
