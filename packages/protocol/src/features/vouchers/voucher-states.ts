/** Views and states of vouchers in the back office; its page loads nothing else. */
export const VOUCHER_VIEWS = ['waiting', 'all'] as const;
export type VoucherView = (typeof VOUCHER_VIEWS)[number];
/** 'crediting': two people agree, and the exchange is about to credit it. */
export const VOUCHER_STATES = ['waiting', 'crediting', 'finished', 'rejected', 'withdrawn'] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];
/** How many different people must name the same transfer. */
export const VOUCHER_APPROVALS = 2;
