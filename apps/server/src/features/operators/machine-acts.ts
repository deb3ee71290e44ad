/**
 * Acts of operators at the machine: the same acts as in the office, by a name that somebody typed.
 * Only a running server does them.
 */
import { OPERATOR_CALLS, isAct, isRefusal, type Call, type Refusal } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import { refusalMessage } from '../../http/envelope.ts';
import { invalidInput } from '../../http/invalid-input.ts';
import type { ActRecord, Actor, AskedAct, OperatorActs } from './acts.ts';

export interface MachineAct {
  /** The call, such as 'markets/halt-pair'. */
  readonly call: string;
  /** Its fields, with `step`, and for 'do' with `reason` and `key`. */
  readonly input: object;
  readonly by: string;
}
export interface MachineDecision {
  readonly act: number;
  readonly reason: string;
  readonly by: string;
}
/** `problem`: why it was refused, in English; null if it was not. */
export interface MachineAnswer {
  readonly problem: string | null;
  /** Null if it was refused. */
  readonly answer: ActAnswer | null;
}

/**
 * `effect`: what it would do now; empty where it would be refused. `effectMark`: whoever agrees
 * sends it back.
 */
export type WaitingAct = ActRecord & Pick<ActAnswer, 'effect'> & { readonly effectMark: string };

const WAITING_MAX = 100;

export function machineActCommands(acts: OperatorActs) {
  return {
    'operators/perform': async ({ call, input, by }: MachineAct): Promise<MachineAnswer> => {
      const found = (OPERATOR_CALLS as readonly Call[]).find(({ name }) => name === call);
      if (found === undefined || !isAct(found)) return { problem: `there is no act ${call}`, answer: null };
      const parsed = found.input.safeParse(input);
      if (!parsed.success) return answerOf(invalidInput(parsed.error.issues, input));
      return answerOf(await acts.perform(call, parsed.data as unknown as AskedAct, actorOf(by)));
    },
    'operators/agree': async ({
      act,
      by,
      ...decision
    }: MachineDecision & Pick<WaitingAct, 'effectMark'>): Promise<MachineAnswer> =>
      answerOf(await acts.agree(act, decision, actorOf(by))),
    'operators/refuse': async ({ act, reason, by }: MachineDecision): Promise<MachineAnswer> =>
      answerOf(await acts.refuse(act, reason, actorOf(by))),
    'operators/withdraw': async ({ act, reason, by }: MachineDecision): Promise<MachineAnswer> =>
      answerOf(await acts.withdraw(act, reason, actorOf(by))),
    /** Those that wait for a second person, oldest first. */
    'operators/list-waiting': async (_input: null): Promise<readonly WaitingAct[]> => {
      const list: WaitingAct[] = [];
      for (const act of await acts.waiting(WAITING_MAX)) {
        const { effect, effectMark } = await acts.shownTo(act, actorOf(''));
        list.push({ ...act, effect, effectMark });
      }
      return list;
    },
  };
}

const actorOf = (operator: string): Actor => ({ operator, role: null, language: 'en' });

function answerOf(answer: ActAnswer | Refusal | null): MachineAnswer {
  if (answer === null) return { problem: null, answer: null };
  if (!isRefusal(answer)) return { problem: null, answer };
  return { problem: refusalMessage(answer, 'en'), answer: null };
}
