/** Acts of operators from the command line: what an act does is said, then the server does it. */
import { randomUUID } from 'node:crypto';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { readConfig } from '../config.ts';
import type { machineActCommands, MachineAct } from '../features/operators/machine-acts.ts';
import { connectToServer, type RunningServer } from '../operating/socket.ts';
import { EXIT, say } from './outcome.ts';

type Server = RunningServer<ReturnType<typeof machineActCommands>>;

/** What the log says where nobody has given a reason at the machine. */
const NO_REASON = 'by a command at the machine';

export interface AskedAct {
  /** The call, such as 'markets/halt-pair'. */
  readonly call: string;
  readonly fields: object;
  /** Of `operatorOf`. */
  readonly by: string;
  readonly reason: string | undefined;
  /** Only says what the act would do. */
  readonly isTrial: boolean;
}

/** The running server. Throws if there is none. */
export async function serverForActs(): Promise<Server> {
  const { dataDir } = readConfig(process.env);
  const server: Server | null = await connectToServer(dataDir);
  if (server === null) throw new Error('the server is not running on DATA_DIR');
  return server;
}

export async function performAct({ call, fields, by, reason, isTrial }: AskedAct): Promise<number> {
  const server = await serverForActs();
  const ask = (more: object) =>
    server.ask('operators/perform', { call, by, input: { ...fields, ...more } } satisfies MachineAct);
  try {
    const plan = await ask({ step: 'plan' });
    sayEffect(plan.answer?.effect ?? []);
    if (plan.problem === null && isTrial) {
      say('Nothing was done.');
      return EXIT.ok;
    }
    const done =
      plan.problem === null
        ? await ask({ step: 'do', reason: reason ?? NO_REASON, key: randomUUID() })
        : plan;
    say(done.problem ?? outcomeOf(done.answer));
    return done.problem === null ? EXIT.ok : EXIT.breach;
  } finally {
    server.close();
  }
}

/** What an act does, line by line. */
export function sayEffect(effect: ActAnswer['effect'], indent = ''): void {
  for (const { what, before, after } of effect)
    say(`${indent}${what}: ${before === null ? '' : `${before} -> `}${after}`);
}

function outcomeOf(answer: { readonly state: string; readonly act: number | null } | null): string {
  return answer?.state === 'asked'
    ? `Act ${answer.act} waits for a second person: npx glasshouse acts agree ${answer.act} --by NAME`
    : 'It is done.';
}
