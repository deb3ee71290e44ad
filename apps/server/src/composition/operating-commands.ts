/**
 * The operating commands that work with and without a running server: those of features, and of
 * maintenance.
 */
import { createMail, smtpTransport, type Mail } from '../mail/mail.ts';
import type { Config } from '../config.ts';
import { BrandInForce } from '../contract/brand.ts';
import type { Database } from '../db/database.ts';
import { Passwords } from '../features/identity/passwords.ts';
import { RateLimits } from '../http/limits.ts';
import { Maintenance, maintenanceCommands } from '../operating/maintenance.ts';
import type { OperatingTable } from '../operating/socket.ts';
import type { pipelineCommands } from '../pipeline/operating-commands.ts';
import type { Log } from '../process/log.ts';
import { createSecrets, loadMasterKey } from '../process/secrets.ts';
import type { Joined } from './features.ts';
import { FEATURE_NAMES, Opener, type FeatureName, type OpenFeatures } from './open-features.ts';

type RestingOf<Open> = Open extends { readonly restingCommands: infer Commands } ? Commands : never;

export type RestingCommands = Joined<RestingOf<OpenFeatures[FeatureName]>> &
  ReturnType<typeof maintenanceCommands>;
/** The commands of a running server. */
export type ServerCommands = RestingCommands & ReturnType<typeof pipelineCommands>;

/** A command without a server: on the database alone, with mail, and the brand to load. */
export function commandAtRest<Name extends keyof RestingCommands>(
  command: Name,
  { config, database, log }: { readonly config: Config; readonly database: Database; readonly log: Log },
): { readonly run: RestingCommands[Name]; readonly mail: Mail; readonly brand: BrandInForce } {
  const brand = new BrandInForce(database);
  const current = () => brand.current;
  const mail = createMail({ database, log, brand: current, transport: smtpTransport(config, current) });
  const secrets = createSecrets(loadMasterKey(config));
  const opener = new Opener({
    config,
    database,
    log,
    mail,
    brand,
    secrets,
    limits: new RateLimits({ database }),
    operatorPasswords: new Passwords(secrets),
  });
  const [prefix] = command.split('/');
  const feature = FEATURE_NAMES.find((name) => name === prefix);
  const commands: OperatingTable =
    feature === undefined
      ? maintenanceCommands({ maintenance: new Maintenance(database), log })
      : opener.restingCommands(feature);
  return { run: commands[command] as unknown as RestingCommands[Name], mail, brand };
}
