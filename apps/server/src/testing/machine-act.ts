/** Acts of operators in tests, as commands at the machine do them. */
import { randomUUID } from 'node:crypto';
import type { machineActCommands, MachineAct, MachineAnswer } from '../features/operators/machine-acts.ts';

export interface DoneAct {
  readonly ok: boolean;
  /** What it did, line by line, or why it was refused. */
  readonly text: string;
}

/** `ask` sends 'operators/perform'. */
export async function doAct(
  ask: (act: MachineAct) => Promise<MachineAnswer>,
  { call, by, ...input }: { readonly call: string; readonly by: string; readonly [field: string]: unknown },
): Promise<DoneAct> {
  const { problem, answer } = await ask({
    call,
    by,
    input: { reason: 'a reason of a test', ...input, step: 'do', key: randomUUID() },
  });
  const lines = answer?.effect.map(({ what, after }) => `${what} ${after}`) ?? [];
  return { ok: problem === null, text: problem ?? lines.join('\n') };
}

/** What asks a running server, such as a connection to its operating socket. */
export interface Machine {
  readonly ask: <N extends keyof Commands>(
    name: N,
    input: Parameters<Commands[N]>[0],
  ) => Promise<Awaited<ReturnType<Commands[N]>>>;
}
type Commands = ReturnType<typeof machineActCommands>;

const SECOND = 'a second person of a test';

/** An act, agreed to at once by a second person where it needs one. */
export async function doActByTwo(machine: Machine, act: Parameters<typeof doAct>[1]): Promise<DoneAct> {
  const asked: MachineAnswer[] = [];
  const done = await doAct(async (input) => {
    const answer = await machine.ask('operators/perform', input);
    asked.push(answer);
    return answer;
  }, act);
  const answer = asked[0]?.answer ?? null;
  // One person was enough, or it was refused.
  if (answer?.state !== 'asked' || answer.act === null) return done;
  const waiting = await machine.ask('operators/list-waiting', null);
  const { problem } = await machine.ask('operators/agree', {
    act: answer.act,
    effectMark: waiting.find(({ act: number }) => number === answer.act)?.effectMark ?? '',
    reason: 'looked at it',
    by: SECOND,
  });
  return { ok: problem === null, text: problem ?? done.text };
}
