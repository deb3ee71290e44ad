/**
 * What operators may do. A call of the back office needs a permission: a section of the office, and
 * how far one may go in it. A role has a grade in each section that it knows.
 */

/** In the order of the table of roles that operators read. */
export const SECTIONS = [
  'health',
  'chats',
  /** Prepared replies of customer service. */
  'replies',
  'identity',
  'withdrawals',
  'vouchers',
  'people',
  'watch',
  /** Coins, networks and pairs. */
  'markets',
  /** Terms of what users invest in, and of seconds contracts. */
  'products',
  'parameters',
  'content',
  'treasury',
  'ledger',
  'operators',
  /** The log of operators. */
  'log',
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * Each includes those before it. `look`: reads. `ask`: proposes acts that need a second person.
 * `act`: acts alone where one person is enough, and agrees to what others ask for.
 */
export const GRADES = ['look', 'ask', 'act'] as const;
export type Grade = (typeof GRADES)[number];
export type Permission = `${Section}/${Grade}`;

type Grades = Partial<Readonly<Record<Section, Grade>>>;

const everywhere = (grade: Grade): Grades => Object.fromEntries(SECTIONS.map((section) => [section, grade]));

export const ROLES = {
  /** Everything that any operator may do. */
  admin: everywhere('act'),
  /** Answers customers, and asks for the reset of what they have lost. */
  support: { chats: 'act', people: 'ask' },
  /** Decides about identities and deposit vouchers. */
  reviewer: { identity: 'act', vouchers: 'act', people: 'look' },
  /** Decides about withdrawals, and about accounts that endanger others. */
  risk: {
    health: 'look',
    identity: 'look',
    withdrawals: 'act',
    vouchers: 'look',
    people: 'act',
    watch: 'act',
    ledger: 'look',
  },
  /** Runs coins, pairs, products and what the site says. */
  markets: {
    health: 'look',
    markets: 'act',
    products: 'act',
    parameters: 'ask',
    content: 'act',
    treasury: 'look',
  },
  /** Moves the platform's own money. */
  treasurer: { health: 'look', withdrawals: 'look', vouchers: 'look', treasury: 'act', ledger: 'look' },
  /** Reads what operators did, the terms and the books; nothing of a person. */
  auditor: {
    health: 'look',
    markets: 'look',
    products: 'look',
    parameters: 'look',
    content: 'look',
    treasury: 'look',
    ledger: 'look',
    operators: 'look',
    log: 'look',
  },
} as const satisfies Readonly<Record<string, Grades>>;
export type OperatorRole = keyof typeof ROLES;
export const OPERATOR_ROLES = Object.keys(ROLES) as readonly OperatorRole[] as readonly [
  OperatorRole,
  ...OperatorRole[],
];

/** Null: any operator may. */
export function isPermitted(role: OperatorRole, permission: Permission | null): boolean {
  if (permission === null) return true;
  const [section, needed] = permission.split('/') as [Section, Grade];
  const grade = (ROLES[role] as Grades)[section];
  return grade !== undefined && GRADES.indexOf(grade) >= GRADES.indexOf(needed);
}

/** The name by which an operator logs in, which the log and other operators see. */
export const OPERATOR_NAME = /^[a-z][a-z0-9-]{2,31}$/;

/** The name that customers read, in both languages: some letters, no more than a badge holds. */
export const SHOWN_NAME = /^\p{L}[\p{L}\p{N} .'-]{0,23}$/u;
