/**
 * Composes the operating commands: those of the features, and on a running server those of its
 * pipeline.
 */
import { createMail, smtpTransport, type Mail } from '../adapters/mail.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { identityCommands } from '../features/identity/operating-commands.ts';
import { SessionStore } from '../features/identity/sessions.ts';
import { kycCommands } from '../features/kyc/operating-commands.ts';
import type { Reviews } from '../features/kyc/reviews.ts';
import { noticesCommands } from '../features/notices/operating-commands.ts';
import { composeKyc } from '../kyc-composition.ts';
import type { Log } from '../log.ts';
import type { pipelineCommands } from '../pipeline/operating-commands.ts';
import { createSecrets, loadMasterKey } from '../secrets.ts';

export interface FeatureCommandParts {
  readonly database: Database;
  readonly reviews: Reviews;
  readonly sessions: SessionStore;
  readonly log: Log;
}

export function featureCommands({ database, reviews, sessions, log }: FeatureCommandParts) {
  return {
    ...kycCommands(reviews),
    ...identityCommands({ sessions, log }),
    ...noticesCommands({ database, log }),
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
  return {
    commands: featureCommands({ database, reviews, sessions: new SessionStore(database), log }),
    mail,
  };
}
