/** All checks of an installation that its settings ask for. */
import path from 'node:path';
import { nodesIn, readConfig, valuesIn, walletTermsIn } from '../config.ts';
import { ConfigError, feedFolderIn, feedSocketIn, marketSourceIn } from '../feed-config.ts';
import { checkChains } from './checks/chains.ts';
import { checkDatabase } from './checks/database.ts';
import { checkMail } from './checks/mail.ts';
import { checkMarket } from './checks/market.ts';
import { checkPages, checkPlaces, type Place } from './checks/places.ts';
import { Findings, type Finding } from './finding.ts';
import type { SettingValues } from './settings-file.ts';

const WORKSPACES = path.resolve(import.meta.dirname, '../../..');

export interface CheckOptions {
  readonly mailTo: string | null;
  readonly dkimSelector: string | null;
}

/** What `config.ts` refuses, one finding a line. */
export function checkSettings(settings: SettingValues): readonly Finding[] {
  const findings = new Findings('settings');
  try {
    const { mode } = readConfig(settings);
    if (mode === 'production') findings.ok('all that production needs is there');
    else findings.failed("MODE: 'demo' keeps no promises; it has to be 'production'");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [first = '', ...lines] = error.message.split('\n');
    for (const line of lines.length > 0 ? lines : [first]) findings.failed(line.trim());
  }
  return findings.all;
}

/** @throws A ConfigError if `checkSettings` fails. */
export async function checkInstallation(
  settings: SettingValues,
  { mailTo, dkimSelector }: CheckOptions,
): Promise<readonly Finding[]> {
  const values = valuesIn(settings);
  const { DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl, MAIL_FROM: from, WEB_DIR: webDir } = values;
  const pages = [webDir ?? path.join(WORKSPACES, 'web/dist'), path.join(WORKSPACES, 'operator/dist')];
  const none = Promise.resolve<readonly Finding[]>([]);
  const checks = await Promise.all([
    databaseUrl === undefined ? none : checkDatabase(databaseUrl),
    smtpUrl === undefined ? none : checkMail({ smtpUrl, from, to: mailTo, dkimSelector }),
    checkMarket(marketSourceIn(values)),
    checkChains({ nodes: nodesIn(values), terms: walletTermsIn(values) }),
  ]);
  return [...checks.flat(), ...checkPlaces(placesIn(values)), ...checkPages(pages)];
}

function placesIn(values: ReturnType<typeof valuesIn>): readonly Place[] {
  const { DATA_DIR, FEED_DIR, FEED_SOCKET, SIGNER_DIR, PAYER_SOCKET, SIGNING_SOCKET } = values;
  const sockets = [
    ['FEED_SOCKET', FEED_SOCKET === undefined ? undefined : feedSocketIn(values)],
    ['PAYER_SOCKET', PAYER_SOCKET],
    ['SIGNING_SOCKET', SIGNING_SOCKET],
  ] as const;
  return [
    { name: 'DATA_DIR', folder: DATA_DIR },
    ...(FEED_DIR === undefined ? [] : [{ name: 'FEED_DIR', folder: feedFolderIn(values) }]),
    ...(SIGNER_DIR === undefined ? [] : [{ name: 'SIGNER_DIR', folder: SIGNER_DIR }]),
    ...sockets.flatMap(([name, file]) =>
      file === undefined ? [] : [{ name, folder: path.dirname(file), isOfGroup: true }],
    ),
  ];
}
