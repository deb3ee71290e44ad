/**
 * The operator of a demo. Its password and codes are printed for the person who starts the demo.
 */
import type { OperatorAccounts } from './accounts.ts';
import type { AuditLog } from './audit-log.ts';

export const DEMO_OPERATOR = {
  name: 'demo-operator',
  role: 'admin',
  password: 'Glasshouse2026-desk',
} as const;

/** Runs at every start; an existing one stays as it is. */
export async function seedDemoOperator(accounts: OperatorAccounts, audit: AuditLog): Promise<void> {
  const { name, role, password } = DEMO_OPERATOR;
  const known = await accounts.list();
  if (known.some((each) => each.name === name)) return;
  const subject = `operator ${name}`;
  await audit.add({ operator: 'demo', act: 'machine/create-operator', subject, detail: role });
  await accounts.create(name, role, password);
}
