/** Views and states of cases in the back office; its page loads nothing else. */
export const CASE_VIEWS = ['waiting', 'all'] as const;
export type CaseView = (typeof CASE_VIEWS)[number];
export const CASE_STATES = ['waiting', 'verified', 'rejected'] as const;
export type CaseState = (typeof CASE_STATES)[number];
