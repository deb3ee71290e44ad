/** The commands by which the people who run the machine make and remove operators. */
import type { RateLimits } from '../../http/limits.ts';
import { OperatorError, type Credentials, type OperatorAccount, type OperatorAccounts } from './accounts.ts';
import type { AuditHead, AuditLog, AuditVerdict } from './audit-log.ts';

export interface OperatorCommandParts {
  readonly accounts: OperatorAccounts;
  readonly audit: AuditLog;
  readonly limits: RateLimits;
  /** Only a demo prints codes. */
  readonly isDemo: boolean;
}

interface By {
  readonly name: string;
  /** The person at the machine who runs the command. */
  readonly by: string;
}

/** Why a command was refused; null if it was done. */
export interface Problem {
  readonly problem: string | null;
}
export interface NewCredentials extends Problem {
  /** The new credentials; null if the command was refused. */
  readonly credentials: Credentials | null;
}

export function operatorCommands({ accounts, audit, limits, isDemo }: OperatorCommandParts) {
  const note = (act: string, { name, by }: By, detail = '') =>
    audit.add({ operator: by, act: `machine/${act}`, subject: `operator ${name}`, detail });
  return {
    'operators/create': async ({ role, ...who }: By & { readonly role: string }): Promise<NewCredentials> =>
      credentialsOf(async () => {
        await note('create-operator', who, role);
        return accounts.create(who.name, role);
      }),
    'operators/reset': async (who: By): Promise<NewCredentials> =>
      credentialsOf(async () => {
        await note('reset-operator', who);
        const credentials = await accounts.reset(who.name);
        // Wrong codes from before no longer count.
        await limits.forget('wrong-operator-code', who.name);
        return credentials;
      }),
    'operators/set-disabled': async ({
      isDisabled,
      ...who
    }: By & { readonly isDisabled: boolean }): Promise<Problem> => {
      const { problem } = await credentialsOf(async () => {
        await note(isDisabled ? 'disable-operator' : 'enable-operator', who);
        await accounts.setDisabled(who.name, isDisabled);
        return null;
      });
      return { problem };
    },
    'operators/show': async ({
      shownName,
      ...who
    }: By & { readonly shownName: string }): Promise<Problem> => {
      const { problem } = await credentialsOf(async () => {
        await note('show-operator', who, shownName);
        await accounts.setShownName(who.name, shownName);
        return null;
      });
      return { problem };
    },
    'operators/list': (_input: null): Promise<readonly OperatorAccount[]> => accounts.list(),
    'operators/verify-audit': ({ known }: { readonly known: AuditHead | null }): Promise<AuditVerdict> =>
      audit.verify(known),
    /** The current code of an operator; null in production. */
    'operators/code': async ({ name }: { readonly name: string }): Promise<string | null> =>
      isDemo ? accounts.codeOf(name) : null,
  };
}

async function credentialsOf(make: () => Promise<Credentials | null>): Promise<NewCredentials> {
  try {
    return { credentials: await make(), problem: null };
  } catch (error) {
    if (error instanceof OperatorError) return { credentials: null, problem: error.message };
    throw error;
  }
}
