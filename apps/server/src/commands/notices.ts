/** `npx glasshouse notices`: publishes and withdraws notices to everybody. */
import { parseArgs } from 'node:util';
import { operatorOf } from './operator.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('notices');
const TITLE_LENGTH_MAX = 120;
const TEXT_LENGTH_MAX = 10_000;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string', default: '' },
      'title-en': { type: 'string', default: '' },
      'title-zh': { type: 'string', default: '' },
      'text-en': { type: 'string', default: '' },
      'text-zh': { type: 'string', default: '' },
    },
  });
  const [act, number] = positionals;
  const operator = operatorOf(values.by);
  if (act === 'list') return list();
  if (act === 'withdraw' && /^\d{1,15}$/.test(number ?? '') && operator !== null)
    return withdraw(Number(number), operator);
  if (act !== 'publish' || operator === null) throw new Error(USAGE);
  const title = {
    en: words(values['title-en'], 'title-en', TITLE_LENGTH_MAX),
    zh: words(values['title-zh'], 'title-zh', TITLE_LENGTH_MAX),
  };
  const content = {
    en: words(values['text-en'], 'text-en', TEXT_LENGTH_MAX),
    zh: words(values['text-zh'], 'text-zh', TEXT_LENGTH_MAX),
  };
  say(`Notice ${await perform('notices/publish', { title, content, operator })} is published.`);
  return EXIT.ok;
});

function words(text: string, name: string, lengthMax: number): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > lengthMax)
    throw new Error(`--${name} takes 1 to ${lengthMax} characters\n${USAGE}`);
  return trimmed;
}

async function list(): Promise<number> {
  const notices = await perform('notices/list', null);
  if (notices.length === 0) say('Nothing is published.');
  for (const { id, time, title } of notices) say(`${id}  ${new Date(time).toISOString()}  ${title}`);
  return EXIT.ok;
}

async function withdraw(noticeId: number, operator: string): Promise<number> {
  const isWithdrawn = await perform('notices/withdraw', { noticeId, operator });
  say(isWithdrawn ? `Notice ${noticeId} is withdrawn.` : `There is no notice ${noticeId} of the platform.`);
  return isWithdrawn ? EXIT.ok : EXIT.breach;
}
