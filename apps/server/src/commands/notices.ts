/** `npx glasshouse notices`: publishes and withdraws notices to everybody. */
import { parseArgs } from 'node:util';
import { performAct, type AskedAct } from './act.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('notices');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'title-en': { type: 'string' },
      'title-zh': { type: 'string' },
      'text-en': { type: 'string' },
      'text-zh': { type: 'string' },
    },
  });
  const [verb, number] = positionals;
  if (verb === 'list') return list();
  const texts = {
    titleEn: values['title-en'],
    textEn: values['text-en'],
    titleZh: values['title-zh'],
    textZh: values['text-zh'],
  };
  const act = actOf(verb, number, texts);
  if (act === null) throw new Error(USAGE);
  const by = operatorOf(values.by);
  if (by === null) throw new Error(NO_OPERATOR);
  return performAct({ ...act, by, reason: values.reason, isTrial: values['dry-run'] === true });
});

function actOf(
  verb: string | undefined,
  number: string | undefined,
  texts: object,
): Pick<AskedAct, 'call' | 'fields'> | null {
  if (verb === 'publish') return { call: 'notices/publish', fields: texts };
  return verb === 'withdraw' && /^\d{1,15}$/.test(number ?? '')
    ? { call: 'notices/withdraw', fields: { notice: Number(number) } }
    : null;
}

async function list(): Promise<number> {
  const notices = await perform('notices/list', null);
  if (notices.length === 0) say('Nothing is published.');
  for (const { id, time, title } of notices) say(`${id}  ${new Date(time).toISOString()}  ${title}`);
  return EXIT.ok;
}
