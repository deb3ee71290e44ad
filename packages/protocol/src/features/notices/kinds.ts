/** The kinds of messages, and the types of their facts. */

/** The types of messages about the account. Messages of the platform have the type 'system'. */
export const MESSAGE_TYPES = [
  'security',
  'identity',
  'deposit',
  'withdrawal',
  'order',
  'contract',
  'product',
  'alert',
  'support',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Filters of the list: all about the account, all of the platform, or one type. */
export const NOTICE_KINDS = ['personal', 'notice', ...MESSAGE_TYPES] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What a user can have by mail too, or not. */
export const MAIL_KINDS = [
  'deposit',
  'withdrawal',
  'order',
  'contract',
  'product',
  'alert',
  'identity',
  'support',
  'system',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Without a choice of the user's own. */
export const MAIL_DEFAULTS: Readonly<Record<MailKind, boolean>> = {
  deposit: true,
  withdrawal: true,
  order: false,
  contract: false,
  product: true,
  alert: false,
  identity: true,
  support: true,
  system: false,
};

/** How a fact's value is shown. */
export const FACT_TYPES = ['text', 'time', 'amount', 'result', 'device', 'ip', 'code'] as const;
export type FactType = (typeof FACT_TYPES)[number];
