/**
 * Acts of operators: planned, written down with their reason, noted in the log, and then done. An
 * act of two people waits in the table until a second one agrees; what it does is planned anew
 * then. Both doors, the office's and the machine's, come through here.
 */
import { effectMark } from '../../contract/effect-mark.ts';
import { isAct, isPermitted, isRefusal, OPERATOR_CALLS } from '@glasshouse/protocol';
import type { ActCall, ActName, ActState, Call, OperatorRole, Refusal } from '@glasshouse/protocol';
import type { ActAnswer } from '@glasshouse/protocol/office-act';
import type { Selectable } from 'kysely';
import type {
  ActHandlers,
  ActPlan,
  ActPlanner,
  Doer,
  EffectWords,
  Words,
} from '../../contract/operator-acts.ts';
import type { Database } from '../../db/database.ts';
import { callingOperator, type Handler, type Language } from '../../http/handler.ts';
import { invalidField } from '../../http/invalid-input.ts';
import { errorFields, type Log } from '../../process/log.ts';
import { approverOf, nameOf } from '../../values/approver.ts';
import type { AuditLog } from './audit-log.ts';
import { lapseActs } from './lapsed-acts.ts';
import type { OperatorActsTable } from './tables.ts';

/** An act that nobody has agreed to lapses. */
export const ACT_LIFE_MS = 24 * 3_600_000;

/** Who asks. `role` null: somebody at the machine, who may do everything. */
export interface Actor {
  readonly operator: string;
  readonly role: OperatorRole | null;
  readonly language: Language;
}

export interface AskedAct {
  readonly step: 'plan' | 'do';
  readonly reason?: string | undefined;
  readonly key?: string | undefined;
}

type Known = Pick<ActAnswer, 'act' | 'state'>;

interface Running {
  readonly plan: ActPlan;
  readonly noted: { readonly operator: string; readonly act: string; readonly words: string };
  readonly doer: Doer;
}

export type ActRecord = Selectable<OperatorActsTable>;
type Planner = (input: object) => ActPlan | Refusal | Promise<ActPlan | Refusal>;

const CALLS: ReadonlyMap<string, ActCall> = new Map(
  (OPERATOR_CALLS as readonly Call[]).filter(isAct).map((call) => [call.name, call]),
);
const NOT_FOUND: Refusal = { error: 'request/not-found' };
const DECIDED: Refusal = { error: 'operators/act-decided' };

export class OperatorActs {
  readonly #database: Database;
  readonly #audit: AuditLog;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #planners = new Map<string, Planner>();

  constructor(parts: {
    readonly database: Database;
    readonly audit: AuditLog;
    readonly log: Log;
    readonly now?: () => number;
  }) {
    this.#database = parts.database;
    this.#audit = parts.audit;
    this.#log = parts.log;
    this.#now = parts.now ?? Date.now;
  }

  readonly handlerOf: ActHandlers = <N extends ActName>(name: N, plan: ActPlanner<N>) => {
    this.#planners.set(name, plan as unknown as Planner);
    const handler = async (
      input: AskedAct,
      caller: Parameters<Handler<N>>[1],
    ): Promise<ActAnswer | Refusal> => {
      const { name: operator, role } = callingOperator(caller);
      return this.perform(name, input, { operator, role, language: caller.language });
    };
    return handler as unknown as Handler<N>;
  };

  /** `input` has been checked, `step`, `reason` and `key` included. */
  async perform(
    name: string,
    { step, reason, key, ...input }: AskedAct,
    by: Actor,
  ): Promise<ActAnswer | Refusal> {
    // Sent again after a lost answer, it is answered as it is, whatever would be planned now.
    const known = step === 'do' && key !== undefined ? await this.#known(name, input, { by, key }) : null;
    if (known !== null) return isRefusal(known) ? known : { ...known, effect: [] };
    const plan = await this.#planOf(name, input);
    if (isRefusal(plan)) return plan;
    const effect = shown(plan.effect, by.language);
    if (step === 'plan') return { state: 'planned', effect, act: null };
    if (reason === undefined) return invalidField('reason', 'is required');
    if (key === undefined) return invalidField('key', 'is required');
    const needsSecond = CALLS.get(name)?.act.people === 2;
    const written = await this.#write(name, input, { plan, by, reason, key, needsSecond });
    if (typeof written !== 'number') return isRefusal(written) ? written : { ...written, effect };
    const act = written;
    if (needsSecond) {
      const detail = `${reason}; ${linesOf(plan.effect)}`;
      const { subject } = plan;
      await this.#audit.add({ operator: by.operator, act: `${name} asked`, subject, detail });
      return { state: 'asked', effect, act };
    }
    const noted = { operator: by.operator, act: name, words: reason };
    const doer = { operator: by.operator, second: null, reason };
    const refusal = await this.#run(act, { plan, noted, doer });
    return refusal ?? { state: 'done', effect, act };
  }

  /** The second person of an act: it is planned anew, and done if that is what was `seen`. */
  async agree(
    act: number,
    { reason: words, effectMark: seen }: { readonly reason: string; readonly effectMark: string },
    by: Actor,
  ): Promise<ActAnswer | Refusal> {
    const row = await this.#decidable(act, by);
    if (isRefusal(row)) return row;
    const plan = await this.#planOf(row.call, JSON.parse(row.input) as object);
    if (isRefusal(plan)) return plan;
    if (isAbout(plan, by)) return { error: 'operators/own-change' };
    if (effectMark(plan.effect) !== seen) return { error: 'operators/effect-changed' };
    const effect = shown(plan.effect, by.language);
    const isTaken = await this.#move(act, 'running', { second: by.operator, second_reason: words });
    if (!isTaken) return DECIDED;
    const noted = { operator: by.operator, act: `${row.call} agreed`, words };
    const doer = { operator: row.operator, second: by.operator, reason: row.reason };
    return (await this.#run(act, { plan, noted, doer })) ?? { state: 'done', effect, act };
  }

  async refuse(act: number, words: string, by: Actor): Promise<Refusal | null> {
    const row = await this.#decidable(act, by);
    if (isRefusal(row)) return row;
    // What cannot be done any more has no plan, and can be refused by anybody.
    const plan = await this.#planOf(row.call, JSON.parse(row.input) as object);
    if (!isRefusal(plan) && isAbout(plan, by)) return { error: 'operators/own-change' };
    await this.#audit.add({
      operator: by.operator,
      act: `${row.call} refused`,
      subject: row.subject,
      detail: words,
    });
    const isMoved = await this.#move(act, 'refused', { second: by.operator, second_reason: words });
    return isMoved ? null : DECIDED;
  }

  /** By the one who asked. To all others it does not exist. */
  async withdraw(act: number, words: string, by: Actor): Promise<Refusal | null> {
    const row = await this.find(act, by);
    if (row === null || row.operator !== by.operator) return NOT_FOUND;
    if (row.state !== 'asked') return DECIDED;
    await this.#audit.add({
      operator: by.operator,
      act: `${row.call} withdrawn`,
      subject: row.subject,
      detail: words,
    });
    return (await this.#move(act, 'withdrawn', { second_reason: words })) ? null : DECIDED;
  }

  /** Those that wait for a second person, oldest first. */
  async waiting(limit: number): Promise<readonly ActRecord[]> {
    return this.#database.reads
      .selectFrom('operator_acts')
      .selectAll()
      .where('state', '=', 'asked')
      .orderBy('asked_ms')
      .orderBy('act')
      .limit(limit)
      .execute();
  }

  /** Null where the role may not look at the section: as if there were none. */
  async find(act: number, { role }: Actor): Promise<ActRecord | null> {
    const row = await this.#database.reads
      .selectFrom('operator_acts')
      .selectAll()
      .where('act', '=', act)
      .executeTakeFirst();
    return row !== undefined && mayLook(role, row.call) ? row : null;
  }

  /**
   * What an act that waits would do now, and whether somebody can be its second person. The effect
   * is empty for all others and where it would be refused.
   */
  async shownTo(
    row: ActRecord,
    by: Actor,
  ): Promise<Pick<ActAnswer, 'effect'> & { readonly canAgree: boolean; readonly effectMark: string }> {
    if (row.state !== 'asked') return { effect: [], canAgree: false, effectMark: '' };
    const plan = await this.#planOf(row.call, JSON.parse(row.input) as object);
    const canAgree = this.canAgree(row, by);
    if (isRefusal(plan)) return { effect: [], canAgree, effectMark: '' };
    const { effect } = plan;
    return {
      effect: shown(effect, by.language),
      canAgree: canAgree && !isAbout(plan, by),
      effectMark: effectMark(effect),
    };
  }

  /** Whether somebody can be the second person of an act. */
  canAgree({ state, call, operator }: ActRecord, by: Actor): boolean {
    const section = CALLS.get(call)?.act.section;
    if (section === undefined || state !== 'asked' || isSamePerson(operator, by.operator)) return false;
    return by.role === null || isPermitted(by.role, `${section}/act`);
  }

  /** Ends what nobody has agreed to. Runs once a minute. */
  async keepUp(): Promise<void> {
    const nowMs = this.#now();
    await lapseActs(this.#database, nowMs, { beforeMs: nowMs - ACT_LIFE_MS });
  }

  /** What a former process was doing when it ended: somebody has to look. */
  async start(): Promise<void> {
    const found = await this.#database.kysely
      .updateTable('operator_acts')
      .set({ state: 'failed', failure: INTERRUPTED, decided_ms: this.#now() })
      .where('state', '=', 'running')
      .returning('act')
      .execute();
    for (const { act } of found) this.#log.error({ act }, 'an act of an operator was interrupted');
  }

  async #planOf(name: string, input: object): Promise<ActPlan | Refusal> {
    const planner = this.#planners.get(name);
    if (planner === undefined) throw new Error(`no feature plans the act ${name}`);
    const plan = await planner(input);
    if (isRefusal(plan) || plan.effect.length > 0) return plan;
    return { error: 'operators/nothing-changes' };
  }

  /** Its number; what is known of it if it was sent twice at once. */
  async #write(
    name: string,
    input: object,
    given: {
      readonly plan: ActPlan;
      readonly by: Actor;
      readonly reason: string;
      readonly key: string;
      readonly needsSecond: boolean;
    },
  ): Promise<number | Known | Refusal> {
    const { plan, by, reason, key, needsSecond } = given;
    const added = await this.#database.kysely
      .insertInto('operator_acts')
      .values({
        call: name,
        input: JSON.stringify(input),
        subject: plan.subject,
        user_id: plan.userId ?? 0,
        told: plan.told === undefined ? '' : JSON.stringify(plan.told),
        operator: by.operator,
        reason,
        act_key: key,
        asked_ms: this.#now(),
        state: needsSecond ? 'asked' : 'running',
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('act')
      .executeTakeFirst();
    if (added !== undefined) return added.act;
    const known = await this.#known(name, input, given);
    if (known === null) throw new Error('an act was neither written nor there');
    return known;
  }

  /** The act of this key; null if there is none. Another one by the same key is refused. */
  async #known(
    name: string,
    input: object,
    { by, key }: { readonly by: Actor; readonly key: string },
  ): Promise<Known | Refusal | null> {
    const row = await this.#database.kysely
      .selectFrom('operator_acts')
      .select(['act', 'call', 'input', 'state'])
      .where('operator', '=', by.operator)
      .where('act_key', '=', key)
      .executeTakeFirst();
    if (row === undefined) return null;
    const isSame = row.call === name && row.input === JSON.stringify(input);
    return isSame ? { act: row.act, state: row.state } : { error: 'request/key-reused' };
  }

  /** The act, if this person can be its second. */
  async #decidable(act: number, by: Actor): Promise<ActRecord | Refusal> {
    const row = await this.find(act, by);
    if (row === null) return NOT_FOUND;
    if (row.state !== 'asked') return DECIDED;
    if (isSamePerson(row.operator, by.operator)) return { error: 'operators/same-person' };
    return this.canAgree(row, by) ? row : { error: 'operators/not-allowed' };
  }

  /** False if it no longer waits. */
  async #move(
    act: number,
    state: ActState,
    by: { readonly second?: string; readonly second_reason: string },
  ): Promise<boolean> {
    const moved = await this.#database.kysely
      .updateTable('operator_acts')
      .set({ ...by, state, decided_ms: this.#now() })
      .where('act', '=', act)
      .where('state', '=', 'asked')
      .returning('act')
      .execute();
    return moved.length === 1;
  }

  /** The log has the entry before anything is done. */
  async #run(act: number, { plan, noted, doer }: Running): Promise<Refusal | null> {
    let refusal: Refusal | null;
    try {
      const detail = `${noted.words}; ${linesOf(plan.effect)}`;
      await this.#audit.add({ operator: noted.operator, act: noted.act, subject: plan.subject, detail });
      refusal = await plan.run(doer);
    } catch (error) {
      await this.#end(act, { state: 'failed', failure: failureOf({ error: 'request/failed' }) });
      this.#log.error({ act, ...errorFields(error) }, 'an act of an operator failed');
      throw error;
    }
    await this.#end(act, {
      state: refusal === null ? 'done' : 'failed',
      failure: refusal === null ? null : failureOf(refusal),
    });
    this.#log.warn({ act, subject: plan.subject, ...doer, error: refusal?.error }, 'an operator has acted');
    return refusal;
  }

  #end(act: number, end: Pick<ActRecord, 'state' | 'failure'>): Promise<unknown> {
    return this.#database.kysely
      .updateTable('operator_acts')
      .set({ ...end, decided_ms: this.#now() })
      .where('act', '=', act)
      .execute();
  }
}

/** As it is kept: a refusal, which is worded for each reader. */
const failureOf = (refusal: Refusal): string => JSON.stringify(refusal);

/** The failure of an act that its process did not survive. */
export const INTERRUPTED = 'interrupted';

/** The sections' calls that a role may see the acts of. */
export const actsSeenBy = (role: OperatorRole | null): readonly string[] =>
  [...CALLS.keys()].filter((call) => mayLook(role, call));

function mayLook(role: OperatorRole | null, call: string): boolean {
  const section = CALLS.get(call)?.act.section;
  return section !== undefined && (role === null || isPermitted(role, `${section}/look`));
}

/** At the machine, in the office, and however a typed name is spelled. */
const isSamePerson = (one: string, other: string): boolean =>
  approverOf(nameOf(one)) === approverOf(nameOf(other));

const isAbout = ({ ofOperator }: ActPlan, { operator }: Actor): boolean =>
  ofOperator !== undefined && isSamePerson(ofOperator, operator);

/** The effect in the log and at the machine, whose language is English. */
const linesOf = (effect: readonly EffectWords[]): string =>
  shown(effect, 'en')
    .map(({ what, before, after }) => `${what} ${before === null ? '' : `${before} -> `}${after}`)
    .join('; ');

function shown(effect: readonly EffectWords[], language: Language): ActAnswer['effect'] {
  const said = (words: Words): string => (typeof words === 'string' ? words : words[language]);
  return effect.map(({ what, before, after }) => ({
    what: said(what),
    before: before === null ? null : said(before),
    after: said(after),
  }));
}
