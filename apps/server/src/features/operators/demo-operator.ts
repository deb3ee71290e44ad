/** The operator of a demo. Whoever starts the demo reads its password and its codes there. */
import type { OperatorAccounts } from './accounts.ts';

export const DEMO_OPERATOR = {
  name: 'demo-operator',
  role: 'admin',
  password: 'Glasshouse2026-desk',
} as const;

/** Runs at every start; an existing one stays as it is. */
export async function seedDemoOperator(
  accounts: OperatorAccounts,
  { name, role, password }: typeof DEMO_OPERATOR,
): Promise<void> {
  const known = await accounts.list();
  if (!known.some((each) => each.name === name)) await accounts.create(name, role, password);
}
