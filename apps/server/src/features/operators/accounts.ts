/** Accounts of operators. They are made by the people who run the machine, never over HTTP. */
import { randomBytes } from 'node:crypto';
import { OPERATOR_ROLES, type OperatorRole } from '@glasshouse/protocol';
import { OPERATOR_NAME, SHOWN_NAME } from '@glasshouse/protocol/operator-roles';
import type { PasswordHasher } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../process/secrets.ts';
import { makeTotpSecret, totpCode, totpStep, totpUri } from '../../values/totp.ts';
import { lapseActs } from './lapsed-acts.ts';
import type { CheckedOperator, OperatorSessions } from './sessions.ts';

export interface Credentials {
  readonly name: string;
  readonly role: OperatorRole;
  readonly password: string;
  /** The key of the authenticator in base32, and as a link that authenticators read. */
  readonly key: string;
  readonly uri: string;
}

export interface OperatorAccount {
  readonly name: string;
  readonly role: OperatorRole;
  /** What customers read; null: that customer service answers. */
  readonly shownName: string | null;
  readonly createdMs: number;
  readonly disabledMs: number | null;
}

/** An error whose text the person at the machine reads. */
export class OperatorError extends Error {}

const PASSWORD_BYTES = 15;
const TOTP_PURPOSE = 'operator-totp';

export class OperatorAccounts {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #passwords: PasswordHasher;
  readonly #sessions: OperatorSessions;
  readonly #issuer: () => string;
  readonly #now: () => number;
  /** Each message that a visitor reads asks for one. Null: to be read again. */
  #shownNames: Promise<ReadonlyMap<string, string | null>> | null = null;

  constructor(parts: {
    readonly database: Database;
    readonly secrets: Secrets;
    readonly passwords: PasswordHasher;
    readonly sessions: OperatorSessions;
    /** The name of the platform, for new enrolments. */
    readonly issuer: () => string;
    readonly now?: () => number;
  }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
    this.#passwords = parts.passwords;
    this.#sessions = parts.sessions;
    this.#issuer = parts.issuer;
    this.#now = parts.now ?? Date.now;
  }

  /** Makes an account; its password and the key of its authenticator are shown this once. */
  async create(name: string, role: string, password = makePassword()): Promise<Credentials> {
    const known = OPERATOR_ROLES.find((each) => each === role);
    if (!OPERATOR_NAME.test(name))
      throw new OperatorError('a name has 3 to 32 small letters, digits or -, and begins with a letter');
    if (known === undefined) throw new OperatorError(`the role is one of: ${OPERATOR_ROLES.join(', ')}`);
    const { values, credentials } = await this.#renewed(name, known, password);
    const { numInsertedOrUpdatedRows: added } = await this.#database.kysely
      .insertInto('operators')
      .values({ name, role: known, created_ms: this.#now(), ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added !== 1n) throw new OperatorError(`there is an operator ${name} already`);
    this.#shownNames = null;
    return credentials;
  }

  /** A new password and key, for an operator who has lost one of them. Ends the sessions. */
  async reset(name: string): Promise<Credentials> {
    const { role } = await this.#find(name);
    const { values, credentials } = await this.#renewed(name, role, makePassword());
    await this.#sessions.endAllOf(name, ({ kysely }) =>
      kysely.updateTable('operators').set(values).where('name', '=', name).execute(),
    );
    return credentials;
  }

  /** Disabling ends the sessions, and what the operator has asked for. */
  async setDisabled(name: string, isDisabled: boolean): Promise<void> {
    await this.#find(name);
    const nowMs = this.#now();
    const write = ({ kysely }: Pick<Database, 'kysely'>) =>
      kysely
        .updateTable('operators')
        .set({ disabled_ms: isDisabled ? nowMs : null })
        .where('name', '=', name)
        .execute();
    if (!isDisabled) return void (await write(this.#database));
    await this.#sessions.endAllOf(name, async (within) => {
      await write(within);
      await lapseActs(within, nowMs, name);
    });
  }

  /** The name that customers read; '' takes it away. */
  async setShownName(name: string, shownName: string): Promise<void> {
    if (shownName !== '' && !SHOWN_NAME.test(shownName))
      throw new OperatorError("a shown name has 1 to 24 letters, digits, spaces, or . ' -");
    await this.#find(name);
    await this.#database.kysely
      .updateTable('operators')
      .set({ shown_name: shownName === '' ? null : shownName })
      .where('name', '=', name)
      .execute();
    this.#shownNames = null;
  }

  /** Of one operator; null where they have none. */
  async shownNameOf(name: string): Promise<string | null> {
    this.#shownNames ??= this.list().then(
      (all) => new Map(all.map((account) => [account.name, account.shownName])),
    );
    try {
      return (await this.#shownNames).get(name) ?? null;
    } catch (error) {
      // The next one reads again.
      this.#shownNames = null;
      throw error;
    }
  }

  async list(): Promise<readonly OperatorAccount[]> {
    const rows = await this.#database.reads
      .selectFrom('operators')
      .select(['name', 'role', 'shown_name', 'created_ms', 'disabled_ms'])
      .orderBy('name')
      .execute();
    return rows.map((row) => ({
      name: row.name,
      role: row.role,
      shownName: row.shown_name,
      createdMs: row.created_ms,
      disabledMs: row.disabled_ms,
    }));
  }

  /**
   * Whether the password is that of an account that may sign in. Takes as long for any other.
   * `network`: whose turn it uses.
   */
  async checkPassword(name: string, password: string, network: string): Promise<CheckedOperator | null> {
    const row = await this.#database.reads
      .selectFrom('operators')
      .select(['role', 'password_hash'])
      .where('name', '=', name)
      .where('disabled_ms', 'is', null)
      .executeTakeFirst();
    const isRight = await this.#passwords.verifyLogin(row?.password_hash, password, network);
    return isRight && row !== undefined ? { name, role: row.role, passwordHash: row.password_hash } : null;
  }

  /** Uses up a right code. The check and the write are one statement. */
  async useCode(name: string, code: string): Promise<'right' | 'used' | 'wrong'> {
    const step = totpStep(await this.#keyOf(name), code, this.#now());
    if (step === null) return 'wrong';
    const used = await this.#database.kysely
      .updateTable('operators')
      .set({ totp_last_step: step })
      .where('name', '=', name)
      .where('disabled_ms', 'is', null)
      .where('totp_last_step', '<', step)
      .returning('name')
      .execute();
    return used.length === 1 ? 'right' : 'used';
  }

  /** The code of this moment. Only a demo offers it. */
  async codeOf(name: string): Promise<string> {
    return totpCode(await this.#keyOf(name), this.#now());
  }

  async #find(name: string): Promise<OperatorAccount> {
    const found = (await this.list()).find((each) => each.name === name);
    if (found === undefined) throw new OperatorError(`there is no operator ${name}`);
    return found;
  }

  async #keyOf(name: string): Promise<string> {
    const row = await this.#database.reads
      .selectFrom('operators')
      .select('totp_sealed')
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) throw new OperatorError(`there is no operator ${name}`);
    return this.#secrets.open(TOTP_PURPOSE, Buffer.from(row.totp_sealed, 'base64'), name).toString();
  }

  async #renewed(name: string, role: OperatorRole, password: string) {
    const key = makeTotpSecret();
    const sealed = this.#secrets.seal(TOTP_PURPOSE, Buffer.from(key), name);
    const values = {
      password_hash: await this.#passwords.hashLogin(password, `operator ${name}`),
      totp_sealed: Buffer.from(sealed).toString('base64'),
      totp_last_step: 0,
    };
    const uri = totpUri(key, { issuer: this.#issuer(), label: `operator ${name}` });
    const credentials: Credentials = { name, role, password, key, uri };
    return { values, credentials };
  }
}

const makePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');
