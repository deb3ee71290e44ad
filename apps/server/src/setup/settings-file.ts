/**
 * The settings file: lines NAME=VALUE that systemd (EnvironmentFile), a shell and Node
 * (--env-file) read alike, with each setting explained (D0047).
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { defaultOf, type SettingName } from '../config.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

export type SettingValues = Partial<Readonly<Record<SettingName, string>>>;

/** A value that its readers would not read alike, or a name that is no setting. */
export class SettingsFileError extends Error {}

const FILE_MODE = 0o600;
const WIDTH = 98;
const PLAIN = /^[\w@%+=:,./-]*$/;
/** Within double quotes at least one of the readers replaces these. */
const REPLACED = /["\\$`]/;
const UNREADABLE = /[^\P{Cc}]/u;

/** As the three readers read it. */
export function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value;
  if (UNREADABLE.test(value)) throw new SettingsFileError(`${name}: a settings file holds one line each`);
  if (!value.includes("'")) return `'${value}'`;
  if (REPLACED.test(value))
    throw new SettingsFileError(`${name}: has a single quote beside one of " \\ $ \`, which no file holds`);
  return `"${value}"`;
}

export function settingsText(values: SettingValues): string {
  const head = [
    '# Settings of Glasshouse, written by `npx glasshouse setup`. It has secrets: only root reads it.',
    '# Restart what reads a setting after changing it. A line that begins with # is not in force.',
  ];
  const parts = SETTING_NAMES.filter(
    (name) => SETTINGS[name].isOfDemo !== true || values[name] !== undefined,
  );
  return `${[...head, ...parts.flatMap((name) => ['', ...entryOf(name, values[name])])].join('\n')}\n`;
}

function entryOf(name: SettingName, value: string | undefined): readonly string[] {
  const { meaning, production } = SETTINGS[name];
  const lines = wrapped(production === undefined ? meaning : `${meaning} In production: ${production}.`);
  const comment = lines.map((line) => `# ${line}`);
  if (value !== undefined) return [...comment, `${name}=${quoted(name, value)}`];
  return [...comment, `#${name}=${quoted(name, defaultOf(name))}`];
}

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Null if there is no such file. */
export function readSettingsFile(file: string): SettingValues | null {
  if (!fs.existsSync(file)) return null;
  return onlySettings(parseEnv(fs.readFileSync(file, 'utf8')), file);
}

/** @throws If a name is no setting, because a misspelt one would silently keep its default. */
export function onlySettings(given: NodeJS.Dict<string>, where: string): SettingValues {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(SETTINGS, name));
  if (unknown.length > 0) throw new SettingsFileError(`${where}: there is no setting ${unknown.join(', ')}`);
  return given as SettingValues;
}

/** Readable by its owner alone, and whole or not at all. */
export function writeSettingsFile(file: string, values: SettingValues): void {
  const next = `${file}.next`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(next, { force: true });
  const handle = fs.openSync(next, 'wx', FILE_MODE);
  try {
    fs.writeFileSync(handle, settingsText(values));
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(next, file);
}
