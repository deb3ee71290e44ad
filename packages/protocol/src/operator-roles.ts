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

/** The name by which an operator logs in, which the log and other operators see. */
export const OPERATOR_NAME = /^[a-z][a-z0-9-]{2,31}$/;

/** The name that customers read, in both languages: some letters, no more than a badge holds. */
export const SHOWN_NAME = /^\p{L}[\p{L}\p{N} .'-]{0,23}$/u;
