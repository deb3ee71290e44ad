/** The parameters that are kept as text: what each takes, and its value until one is set. */
import { parseDecimal } from '@glasshouse/money';
import {
  CLAIM_DROPPED,
  CLAIM_PARAMETERS,
  CLAIM_SHOWN,
  WITHDRAWAL_CLAIM,
  type ClaimParameter,
} from '@glasshouse/protocol/parameters/claims';
import {
  WITHDRAWAL_THRESHOLDS,
  type Threshold,
  type ThresholdName,
} from '../../contract/withdrawal-thresholds.ts';
import { isChatAddress, OWN_CHAT } from '../../values/chat-address.ts';
import { hoursIn } from '../../values/opening-hours.ts';
import { IDENTITY_OPERATIONS, operationsIn } from '../../values/operation-list.ts';

/** What a value has to be, in words; null if it is. */
type Check = (value: string) => string | null;

const HOURS_MAX = 720;

const shownOrDropped: Check = (value) =>
  value === CLAIM_SHOWN || value === CLAIM_DROPPED ? null : `'${CLAIM_SHOWN}' or '${CLAIM_DROPPED}'`;

const LIMIT_DECIMALS = 6;
/** Beyond it nothing is limited: a typing error. */
const LIMIT_MAX_UNITS = 1e9 * 10 ** LIMIT_DECIMALS;
/** Of all withdrawals that a user requests in any 24 hours. */
const dailyLimit: Check = (value) => {
  const units = parseDecimal(value, LIMIT_DECIMALS);
  return typeof units === 'number' && units <= LIMIT_MAX_UNITS
    ? null
    : `an amount of USDT from 0 to 1000000000, with at most ${LIMIT_DECIMALS} decimals`;
};

const within =
  ({ min, max, unit }: Threshold): Check =>
  (value) =>
    /^[1-9]\d{0,8}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `a whole number of ${unit} from ${min} to ${max}`;

function each<N extends string, V, R>(of: Readonly<Record<N, V>>, make: (value: V) => R): Record<N, R> {
  const entries = Object.entries<V>(of).map(([name, value]) => [name, make(value)]);
  return Object.fromEntries(entries) as Record<N, R>;
}

type OwnDefault = ClaimParameter | ThresholdName | 'daily_limit_unverified' | 'daily_limit_verified';
/** Of those that no setting of the configuration has. */
export const DEFAULTS: Readonly<Record<OwnDefault, string>> = {
  daily_limit_unverified: '2000',
  daily_limit_verified: '50000',
  claim_deposit_time: CLAIM_SHOWN,
  claim_confirmations: CLAIM_SHOWN,
  claim_market_cap: CLAIM_SHOWN,
  claim_no_early_transfer: CLAIM_SHOWN,
  [WITHDRAWAL_CLAIM]: '24',
  ...each<ThresholdName, Threshold, string>(WITHDRAWAL_THRESHOLDS, ({ standard }) => String(standard)),
};

export const KEPT = {
  customer_service_url: (value) =>
    isChatAddress(value) ? null : `${OWN_CHAT}, an https address, or nothing`,
  customer_service_email: (value) =>
    value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'an e-mail address, or nothing',
  support_hours: (value) =>
    value === '' || hoursIn(value) !== null
      ? null
      : "hours of one day in UTC such as 'Mon-Fri 08:00-20:00', or nothing for always",
  identity_required_for: (value) =>
    operationsIn(value) === null
      ? `names among ${IDENTITY_OPERATIONS.join(', ')}, with commas, or nothing`
      : null,
  daily_limit_unverified: dailyLimit,
  daily_limit_verified: dailyLimit,
  ...each<ThresholdName, Threshold, Check>(WITHDRAWAL_THRESHOLDS, within),
  // The claims of the marketing (R1.6), shown until an operator drops them.
  ...(Object.fromEntries(CLAIM_PARAMETERS.map((name) => [name, shownOrDropped])) as Record<
    (typeof CLAIM_PARAMETERS)[number],
    Check
  >),
  [WITHDRAWAL_CLAIM]: (value) =>
    value === CLAIM_DROPPED || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= HOURS_MAX)
      ? null
      : `whole hours from 1 to ${HOURS_MAX}, or '${CLAIM_DROPPED}'`,
} as const satisfies Record<string, Check>;

export type KeptParameter = keyof typeof KEPT;
export const KEPT_PARAMETERS = Object.keys(KEPT) as readonly KeptParameter[];
/** Those whose first value the configuration has. */
export type ConfiguredParameter = Exclude<KeptParameter, OwnDefault>;
