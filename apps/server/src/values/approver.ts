/** Who somebody is for an approval, by the name that the record has. */

const CLAIMED = ', claimed name ';

/** Somebody at the machine: the system's user, and the name that was typed, which nobody checks. */
export const atMachine = (osUser: string, name: string): string => `OS user ${osUser}${CLAIMED}${name}`;

/** The name alone, whether its operator is at the machine or signed in. */
export const nameOf = (operator: string): string => operator.split(CLAIMED).at(-1) ?? operator;

/**
 * The name by which an approval counts: one person in another spelling is no second person. Nobody
 * checks the name itself (L124).
 */
export const approverOf = (name: string): string =>
  name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
