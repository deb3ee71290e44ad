/** Acts of operators in tests, as commands at the machine do them. */
import { randomUUID } from 'node:crypto';
import type { MachineAct, MachineAnswer } from '../features/operators/machine-acts.ts';

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
