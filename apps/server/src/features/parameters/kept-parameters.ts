/**
 * The parameters that are kept as text: what each is called and takes, its value until one is set,
 * and how many people set it.
 */
import { parseDecimal } from '@glasshouse/money';
import { CLAIM_DROPPED, CLAIM_SHOWN, WITHDRAWAL_CLAIM } from '@glasshouse/protocol/parameters/claims';
import type { ParameterGroup } from '@glasshouse/protocol/parameters/parameter-groups';
import type { Words } from '../../contract/operator-acts.ts';
import { RESET_HOURS } from '../../contract/second-factor-reset.ts';
import {
  WITHDRAWAL_THRESHOLDS,
  type Threshold,
  type ThresholdName,
} from '../../contract/withdrawal-thresholds.ts';
import { isChatAddress, OWN_CHAT } from '../../values/chat-address.ts';
import { hoursIn } from '../../values/opening-hours.ts';
import { IDENTITY_OPERATIONS, operationsIn } from '../../values/operation-list.ts';

export interface ParameterDefinition {
  readonly group: ParameterGroup;
  readonly title: Words;
  /** Of a number. */
  readonly unit?: Words;
  /** What a value has to be: a reason of a refused field, which is translated as those are. */
  readonly takes: string;
  readonly isValid: (value: string) => boolean;
  /** 2 for what moves or risks money. */
  readonly people: 1 | 2;
  /** Absent: the configuration has it. */
  readonly standard?: string;
}

const HOURS_MAX = 720;
const USDT = 'USDT';
const HOURS: Words = { en: 'hours', zh: '小时' };

const claim = (title: Words) =>
  ({
    group: 'claims',
    title,
    takes: `'${CLAIM_SHOWN}' or '${CLAIM_DROPPED}'`,
    isValid: (value) => value === CLAIM_SHOWN || value === CLAIM_DROPPED,
    people: 1,
    standard: CLAIM_SHOWN,
  }) as const satisfies ParameterDefinition;

const LIMIT_DECIMALS = 6;
/** Beyond it nothing is limited: a typing error. */
const LIMIT_MAX_UNITS = 1e9 * 10 ** LIMIT_DECIMALS;
/** Of all withdrawals that a user requests in any 24 hours. */
const dailyLimit = (title: Words, standard: string) =>
  ({
    group: 'accounts',
    title,
    unit: USDT,
    takes: `an amount of USDT from 0 to 1000000000, with at most ${LIMIT_DECIMALS} decimals`,
    isValid: (value) => {
      const units = parseDecimal(value, LIMIT_DECIMALS);
      return typeof units === 'number' && units <= LIMIT_MAX_UNITS;
    },
    people: 2,
    standard,
  }) as const satisfies ParameterDefinition;

const UNITS: Readonly<Record<Threshold['unit'], Words>> = {
  USDT,
  hours: HOURS,
  withdrawals: { en: 'withdrawals', zh: '笔提现' },
  rules: { en: 'rules', zh: '条规则' },
};
const threshold = (name: ThresholdName, title: Words) => {
  const { min, max, unit, standard }: Threshold = WITHDRAWAL_THRESHOLDS[name];
  return {
    group: 'risk',
    title,
    unit: UNITS[unit],
    takes: `a whole number of ${unit} from ${min} to ${max}`,
    isValid: (value: string) => /^[1-9]\d{0,8}$/.test(value) && Number(value) >= min && Number(value) <= max,
    people: 2,
    standard: String(standard),
  } as const satisfies ParameterDefinition;
};

export const KEPT = {
  customer_service_url: {
    group: 'support',
    title: { en: 'Address of the chat', zh: '客服聊天地址' },
    takes: `${OWN_CHAT}, an https address, or nothing`,
    isValid: isChatAddress,
    people: 1,
  },
  customer_service_email: {
    group: 'support',
    title: { en: 'E-mail of customer service', zh: '客服邮箱' },
    takes: 'an e-mail address, or nothing',
    isValid: (value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    people: 1,
  },
  support_hours: {
    group: 'support',
    title: { en: 'Hours of customer service, UTC', zh: '客服时间（UTC）' },
    takes: "hours of one day in UTC such as 'Mon-Fri 08:00-20:00', or nothing for always",
    isValid: (value) => value === '' || hoursIn(value) !== null,
    people: 1,
  },
  identity_required_for: {
    group: 'accounts',
    title: { en: 'What needs a verified identity', zh: '需要身份认证的操作' },
    takes: `names among ${IDENTITY_OPERATIONS.join(', ')}, with commas, or nothing`,
    isValid: (value) => operationsIn(value) !== null,
    people: 2,
  },
  daily_limit_unverified: dailyLimit(
    { en: 'Withdrawals in 24 hours, not verified', zh: '24 小时提现限额（未认证）' },
    '2000',
  ),
  daily_limit_verified: dailyLimit(
    { en: 'Withdrawals in 24 hours, verified', zh: '24 小时提现限额（已认证）' },
    '50000',
  ),
  second_factor_reset_hours: {
    group: 'accounts',
    title: { en: 'Wait before a lost second factor is removed', zh: '移除遗失的二次验证前的等待时间' },
    unit: HOURS,
    takes: `a whole number of hours from ${RESET_HOURS.min} to ${RESET_HOURS.max}`,
    isValid: (value) =>
      /^[1-9]\d{0,2}$/.test(value) && Number(value) >= RESET_HOURS.min && Number(value) <= RESET_HOURS.max,
    people: 2,
    standard: String(RESET_HOURS.standard),
  },
  withdrawal_large: threshold('withdrawal_large', {
    en: 'Value from which one person approves',
    zh: '需一人审核的提现金额',
  }),
  withdrawal_very_large: threshold('withdrawal_very_large', {
    en: 'Value from which two people approve',
    zh: '需两人审核的提现金额',
  }),
  withdrawal_daily_sum: threshold('withdrawal_daily_sum', {
    en: 'Sum in 24 hours that needs an approval',
    zh: '需审核的 24 小时提现总额',
  }),
  withdrawal_many: threshold('withdrawal_many', {
    en: 'Withdrawals in 24 hours that need an approval',
    zh: '需审核的 24 小时提现笔数',
  }),
  withdrawal_new_address: threshold('withdrawal_new_address', {
    en: 'How long an address is new',
    zh: '地址视为新地址的时长',
  }),
  withdrawal_new_device: threshold('withdrawal_new_device', {
    en: 'How long a device is new',
    zh: '设备视为新设备的时长',
  }),
  withdrawal_changed_credentials: threshold('withdrawal_changed_credentials', {
    en: 'How long changed credentials count',
    zh: '凭据变更后需审核的时长',
  }),
  withdrawal_rules_for_two: threshold('withdrawal_rules_for_two', {
    en: 'Rules together that need two people',
    zh: '同时触发即需两人审核的规则数',
  }),
  // The claims of the marketing (R1.6), shown until an operator drops them.
  claim_deposit_time: claim({ en: 'Claim: how long deposits take', zh: '宣传语：充值到账时间' }),
  claim_confirmations: claim({ en: 'Claim: confirmations of deposits', zh: '宣传语：充值确认数' }),
  claim_market_cap: claim({ en: 'Claim: market value of coins', zh: '宣传语：币种市值' }),
  claim_no_early_transfer: claim({
    en: 'Claim: no transfer before the end',
    zh: '宣传语：到期前不可转让',
  }),
  [WITHDRAWAL_CLAIM]: {
    group: 'claims',
    title: { en: 'Claim: how long withdrawals take', zh: '宣传语：提现到账时间' },
    unit: HOURS,
    takes: `whole hours from 1 to ${HOURS_MAX}, or '${CLAIM_DROPPED}'`,
    isValid: (value) =>
      value === CLAIM_DROPPED || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= HOURS_MAX),
    people: 1,
    standard: '24',
  },
} as const satisfies Record<string, ParameterDefinition>;

export type KeptParameter = keyof typeof KEPT;
export const KEPT_PARAMETERS = Object.keys(KEPT) as readonly KeptParameter[];
/** Those whose first value the configuration has. */
export type ConfiguredParameter = {
  [N in KeptParameter]: (typeof KEPT)[N] extends { readonly standard: string } ? never : N;
}[KeptParameter];

/** What a parameter is; undefined: it is none of those that are kept. */
export const definitionOf = (name: string): ParameterDefinition | undefined =>
  Object.hasOwn(KEPT, name) ? KEPT[name as KeptParameter] : undefined;
