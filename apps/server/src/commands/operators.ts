/**
 * `npx glasshouse operators`: makes, disables and lists operators, and verifies the log of what
 * they did.
 */
import { parseArgs } from 'node:util';
import type { NewCredentials } from '../features/operators/operating-commands.ts';
import { operatorOf } from './operator.ts';
import { usageOf } from './help.ts';
import { perform } from './installation.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('operators');

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string', default: '' },
      as: { type: 'string', default: '' },
      by: { type: 'string', default: '' },
      head: { type: 'string', default: '' },
    },
  });
  const [act = '', name = ''] = positionals;
  if (act === 'list') return list();
  if (act === 'verify') return verify(values.head);
  if (act === 'code' && name !== '') return code(name);
  const by = operatorOf(values.by);
  if (name === '' || by === null) throw new Error(USAGE);
  switch (act) {
    case 'create':
      return tell(await perform('operators/create', { name, by, role: values.role }));
    case 'reset':
      return tell(await perform('operators/reset', { name, by }));
    case 'show':
      return show({ name, by, shownName: values.as.trim() });
    case 'disable':
    case 'enable':
      return setDisabled({ name, by, isDisabled: act === 'disable' });
    default:
      throw new Error(USAGE);
  }
});

/** The only time that a password and a key are shown. */
function tell({ credentials, problem }: NewCredentials): number {
  if (credentials === null) {
    say(problem ?? '');
    return EXIT.breach;
  }
  const { name, role, password, key, uri } = credentials;
  // At once: a reader such as `head` may close after the first lines.
  say(
    [
      `Operator ${name} (${role}). Shown this once:`,
      `  password:           ${password}`,
      `  authenticator key:  ${key}`,
      `  as a link:          ${uri}`,
      'Log in at /operator/ with the name, the password and the code of the authenticator.',
    ].join('\n'),
  );
  return EXIT.ok;
}

interface By {
  readonly name: string;
  readonly by: string;
}

async function show(input: By & { readonly shownName: string }): Promise<number> {
  const { problem } = await perform('operators/show', input);
  const { shownName } = input;
  say(problem ?? `Customers read ${shownName === '' ? 'that customer service answers' : shownName}.`);
  return problem === null ? EXIT.ok : EXIT.breach;
}

async function setDisabled(input: By & { readonly isDisabled: boolean }): Promise<number> {
  const { problem } = await perform('operators/set-disabled', input);
  say(problem ?? `${input.name} is ${input.isDisabled ? 'disabled' : 'enabled'}.`);
  return problem === null ? EXIT.ok : EXIT.breach;
}

async function list(): Promise<number> {
  const operators = await perform('operators/list', null);
  if (operators.length === 0) say('There are no operators.');
  for (const { name, role, shownName, createdMs, disabledMs } of operators)
    say(
      [
        name,
        role,
        `since ${new Date(createdMs).toISOString()}`,
        ...(shownName === null ? [] : [`shown as ${shownName}`]),
        ...(disabledMs === null ? [] : ['disabled']),
      ].join('  '),
    );
  return EXIT.ok;
}

async function verify(head: string): Promise<number> {
  const [entry, hash] = head.split(':');
  if (head !== '' && (!/^\d{1,15}$/.test(entry ?? '') || hash === undefined)) throw new Error(USAGE);
  const known = head === '' ? null : { entry: Number(entry), hash: hash ?? '' };
  const verdict = await perform('operators/verify-audit', { known });
  if (verdict.fault !== null) {
    say(`The log of operators is broken: ${verdict.fault}.`);
    return EXIT.breach;
  }
  say(`The log of operators is whole: ${verdict.head.entry} entries.`);
  say(`Keep this head elsewhere: ${verdict.head.entry}:${verdict.head.hash}`);
  return EXIT.ok;
}

async function code(name: string): Promise<number> {
  const now = await perform('operators/code', { name });
  say(now ?? 'Only a demo tells codes.');
  return now === null ? EXIT.breach : EXIT.ok;
}
