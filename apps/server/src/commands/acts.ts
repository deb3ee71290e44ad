/** `npx glasshouse acts`: acts of operators that wait for a second person. */
import { parseArgs } from 'node:util';
import { sayEffect, serverForActs } from './act.ts';
import type { WaitingAct } from '../features/operators/machine-acts.ts';
import { usageOf } from './help.ts';
import { NO_OPERATOR, operatorOf } from './operator.ts';
import { EXIT, runCommand, say } from './outcome.ts';

const USAGE = usageOf('acts');
const DECISIONS = {
  agree: ['operators/agree', 'It is done.'],
  refuse: ['operators/refuse', 'It is refused.'],
  withdraw: ['operators/withdraw', 'It is taken back.'],
} as const;
const isDecision = (verb: string): verb is keyof typeof DECISIONS => Object.hasOwn(DECISIONS, verb);

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  });
  const [verb = '', number = '', ...more] = positionals;
  const isList = verb === 'list' && number === '';
  if (!isList && !(isDecision(verb) && /^\d{1,15}$/.test(number) && more.length === 0))
    throw new Error(USAGE);
  const by = operatorOf(values.by);
  if (!isList && by === null) throw new Error(NO_OPERATOR);
  const server = await serverForActs();
  try {
    if (!isDecision(verb)) {
      sayWaiting(await server.ask('operators/list-waiting', null));
      return EXIT.ok;
    }
    const reason = values.reason ?? `${verb} at the machine`;
    return await decide(server, verb, { act: Number(number), by: by!, reason });
  } finally {
    server.close();
  }
});

async function decide(
  server: Awaited<ReturnType<typeof serverForActs>>,
  verb: keyof typeof DECISIONS,
  decision: { readonly act: number; readonly by: string; readonly reason: string },
): Promise<number> {
  const [command, done] = DECISIONS[verb];
  const all = await server.ask('operators/list-waiting', null);
  const waiting = all.find(({ act }) => act === decision.act);
  // What is said is what is agreed to.
  if (verb === 'agree') sayEffect(waiting?.effect ?? []);
  const { problem } = await server.ask(command, { ...decision, effectMark: waiting?.effectMark ?? '' });
  say(problem ?? done);
  return problem === null ? EXIT.ok : EXIT.breach;
}

function sayWaiting(waiting: readonly WaitingAct[]): void {
  if (waiting.length === 0) say('No act waits for a second person.');
  for (const { act, call, subject, operator, reason, asked_ms: askedMs, effect } of waiting) {
    say(`${act}  ${new Date(askedMs).toISOString()}  ${call}  ${subject}  ${operator}: ${reason}`);
    sayEffect(effect, '    ');
    if (effect.length === 0) say('    It would be refused now.');
  }
}
