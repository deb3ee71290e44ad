/** The roles of operators. A call of the back office names those that may use it. */

export const OPERATOR_ROLES = [
  /** May do everything that any role may. */
  'admin',
  /** Answers customers. */
  'support',
  /** Reads what operators did. */
  'auditor',
] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The name of an operator: what the log and the other operators see. */
export const OPERATOR_NAME = /^[a-z][a-z0-9-]{2,31}$/;
