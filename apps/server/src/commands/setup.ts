/**
 * `npx glasshouse setup`: writes the settings file of a production, with its secrets, and checks
 * what the settings name. What fails is told line by line.
 */
import path from 'node:path';
import readline from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { merged, settingsIn, settingsOfEnvironment, withAnswers } from '../setup/answers.ts';
import type { Finding } from '../setup/finding.ts';
import { checkInstallation, checkSettings } from '../setup/run-checks.ts';
import {
  readSettingsFile,
  SettingsFileError,
  writeSettingsFile,
  type SettingValues,
} from '../setup/settings-file.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const MARKS: Readonly<Record<Finding['level'], string>> = { ok: 'ok    ', note: 'note  ', failed: 'FAILED' };
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', default: 'glasshouse.env' },
    answers: { type: 'string', multiple: true, default: [] },
    yes: { type: 'boolean', default: false },
    replace: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    'mail-to': { type: 'string' },
    'dkim-selector': { type: 'string' },
  },
});
const file = path.resolve(options.file);

await runCommand(async () => {
  const existing = readSettingsFile(file);
  if (options.check) {
    if (existing === null) throw new SettingsFileError(`there is no file ${file}`);
    return checked(existing);
  }
  if (existing !== null && !options.replace)
    throw new SettingsFileError(
      `${file} is there: --check checks it, --replace writes it anew and keeps what is not given, secrets too`,
    );
  const drafted = merged(existing ?? {}, given());
  const isAsking = !options.yes && process.stdin.isTTY;
  const values = isAsking ? await asked(drafted) : drafted;
  const problems = checkSettings(values);
  if (problems.some(({ level }) => level === 'failed')) {
    tell(problems);
    say(`\nNothing was written.`);
    return EXIT.breach;
  }
  writeSettingsFile(file, values);
  say(`Wrote ${file}. It has the master key: keep a copy of the file elsewhere.`);
  return checked(values);
});

/** The command line before files, the last file before others, all before the environment. */
function given(): SettingValues {
  const files = options.answers.map((name) => {
    const answers = readSettingsFile(path.resolve(name));
    if (answers === null) throw new SettingsFileError(`there is no file ${path.resolve(name)}`);
    return answers;
  });
  return Object.assign(
    {},
    settingsOfEnvironment(process.env),
    ...files,
    settingsIn(positionals),
  ) as SettingValues;
}

async function asked(drafted: SettingValues): Promise<SettingValues> {
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await withAnswers(drafted, { ask: async (question) => terminal.question(question), say });
  } finally {
    terminal.close();
  }
}

async function checked(values: SettingValues): Promise<number> {
  const ofSettings = checkSettings(values);
  const isReadable = ofSettings.every(({ level }) => level !== 'failed');
  const wishes = { mailTo: options['mail-to'] ?? null, dkimSelector: options['dkim-selector'] ?? null };
  const findings = isReadable ? [...ofSettings, ...(await checkInstallation(values, wishes))] : ofSettings;
  tell(findings);
  const failed = findings.filter(({ level }) => level === 'failed').length;
  say(failed === 0 ? '\nProduction can start.' : `\n${failed} of ${findings.length} checks failed.`);
  return failed === 0 ? EXIT.ok : EXIT.breach;
}

function tell(findings: readonly Finding[]): void {
  for (const { level, subject, text } of findings) say(`${MARKS[level]}  ${subject}: ${text}`);
}
