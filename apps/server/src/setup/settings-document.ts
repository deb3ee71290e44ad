/** The page of all settings in the documents. */
import { defaultOf } from '../config.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

const inTable = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

export function settingsDocument(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { meaning, production, isSecret, isOfDemo } = SETTINGS[name];
    const fallback = defaultOf(name);
    const shown = fallback === '' ? '' : `\`${fallback}\``;
    const remark = production ?? (isOfDemo === true ? 'of a demo' : '');
    return `| \`${name}\` | ${inTable(meaning)} | ${shown} | ${remark} | ${isSecret === true ? 'yes' : ''} |`;
  });
  return [
    '# Settings',
    '',
    'Environment variables. `npx glasshouse setup` writes them to a file with the same words.',
    '',
    '| name | meaning | default | in production | secret |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
