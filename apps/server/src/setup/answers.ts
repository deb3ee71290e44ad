/**
 * The settings that `npx glasshouse setup` writes: what is given, then what the file has, then what
 * is made. It asks at a terminal for what production needs and nobody has given.
 */
import { randomBytes } from 'node:crypto';
import { defaultOf, problemOf, type SettingName } from '../config.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';
import { onlySettings, SettingsFileError, type SettingValues } from './settings-file.ts';

type Drafted = { -readonly [Name in SettingName]?: string };

const SECRET_BYTES = 36;
/** Never given by a person. */
const MADE: readonly SettingName[] = ['MASTER_KEY', 'METRICS_TOKEN'];
/** In the order of the questions. */
const ASKED: readonly SettingName[] = [
  'PUBLIC_URL',
  'OPERATOR_URL',
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'CUSTOMER_SERVICE_EMAIL',
  'MARKET_SOURCE',
];
const SUGGESTED: SettingValues = { MARKET_SOURCE: 'ccxt:binance,okx,htx' };

/** NAME=VALUE of a command line. */
export function settingsIn(words: readonly string[]): SettingValues {
  const pairs = words.map((word): [string, string] => {
    const at = word.indexOf('=');
    if (at < 1) throw new SettingsFileError(`'${word}' is not NAME=VALUE`);
    return [word.slice(0, at), word.slice(at + 1)];
  });
  return onlySettings(Object.fromEntries(pairs), 'the command line');
}

export function settingsOfEnvironment(env: NodeJS.ProcessEnv): SettingValues {
  const given = SETTING_NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return Object.fromEntries(given) as SettingValues;
}

/**
 * An empty value takes a setting out of the file.
 *
 * @throws If it would replace a master key that is there: what it encrypts would be lost.
 */
export function merged(existing: SettingValues, given: SettingValues): SettingValues {
  const { MASTER_KEY: before } = existing;
  if (before !== undefined && given.MASTER_KEY !== undefined && given.MASTER_KEY !== before)
    throw new SettingsFileError(
      'MASTER_KEY: the file has another one, and what is encrypted by it would be lost',
    );
  const all: Drafted = { MODE: 'production', ...existing, ...given };
  for (const name of MADE) all[name] ??= randomBytes(SECRET_BYTES).toString('base64url');
  for (const name of SETTING_NAMES) if (all[name] === '') delete all[name];
  return all;
}

/** `ask` shows a question and returns what was typed. */
export async function withAnswers(
  values: SettingValues,
  { ask, say }: { ask: (question: string) => Promise<string>; say: (line: string) => void },
): Promise<SettingValues> {
  const all: Drafted = { ...values };
  for (const name of ASKED.filter((one) => all[one] === undefined)) {
    const suggested = SUGGESTED[name] ?? defaultOf(name);
    say(`\n${name}: ${SETTINGS[name].meaning}`);
    for (;;) {
      const typed = (await ask(suggested === '' ? '> ' : `[${suggested}] > `)).trim();
      const value = typed === '' ? suggested : typed;
      const isMissing = value === '' && SETTINGS[name].production === 'required';
      const problem = isMissing ? 'production needs it' : problemOf(name, value);
      if (problem === null) {
        if (value !== '') all[name] = value;
        break;
      }
      say(`${name}: ${problem}`);
    }
  }
  return all;
}
