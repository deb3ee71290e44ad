/**
 * Composes the operating commands: those of the features, and on a running server those of its
 * pipeline.
 */
import { createMail, smtpTransport, type Mail } from '../adapters/mail.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { helpCommands } from '../features/help/operating-commands.ts';
import { identityCommands } from '../features/identity/operating-commands.ts';
import { SessionStore } from '../features/identity/sessions.ts';
import { kycCommands } from '../features/kyc/operating-commands.ts';
import type { Reviews } from '../features/kyc/reviews.ts';
import { Passwords } from '../features/identity/passwords.ts';
import { OperatorAccounts } from '../features/operators/accounts.ts';
import { AuditLog } from '../features/operators/audit-log.ts';
import { operatorCommands, type OperatorCommandParts } from '../features/operators/operating-commands.ts';
import { OperatorSessions } from '../features/operators/sessions.ts';
import { noticesCommands } from '../features/notices/operating-commands.ts';
import { composeKyc } from '../kyc-composition.ts';
import { RateLimits } from '../http/limits.ts';
import type { Log } from '../log.ts';
import { Maintenance, maintenanceCommands } from '../maintenance.ts';
import type { pipelineCommands } from '../pipeline/operating-commands.ts';
import { createSecrets, loadMasterKey } from '../secrets.ts';

export interface FeatureCommandParts {
  readonly database: Database;
  readonly reviews: Reviews;
  readonly sessions: SessionStore;
  readonly maintenance: Maintenance;
  readonly log: Log;
  readonly operators: OperatorCommandParts;
}

export function featureCommands(parts: FeatureCommandParts) {
  const { database, reviews, sessions, maintenance, log, operators } = parts;
  return {
    ...kycCommands(reviews),
    ...identityCommands({ sessions, log }),
    ...noticesCommands({ database, log }),
    ...operatorCommands(operators),
    ...maintenanceCommands({ maintenance, log }),
    ...helpCommands({ database }),
  };
}

export type FeatureCommands = ReturnType<typeof featureCommands>;
/** The commands of a running server. */
export type ServerCommands = FeatureCommands & ReturnType<typeof pipelineCommands>;

/**
 * The features' commands without a running server: on the database alone, with a way to send mail.
 */
export function commandsAtRest(parts: {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
}): { readonly commands: FeatureCommands; readonly mail: Mail } {
  const { config, database, log } = parts;
  const mail = createMail({ database, log, transport: smtpTransport(config) });
  const secrets = createSecrets(loadMasterKey(config));
  const { reviews } = composeKyc({ config, database, secrets, mail });
  const operators = {
    accounts: new OperatorAccounts({
      database,
      secrets,
      passwords: new Passwords(secrets),
      sessions: new OperatorSessions(database),
    }),
    audit: new AuditLog(database, secrets),
    // Without a server nothing has been counted.
    limits: new RateLimits(),
    isDemo: config.mode === 'demo',
  };
  const sessions = new SessionStore(database);
  const maintenance = new Maintenance(database);
  return {
    commands: featureCommands({ database, reviews, sessions, maintenance, log, operators }),
    mail,
  };
}
