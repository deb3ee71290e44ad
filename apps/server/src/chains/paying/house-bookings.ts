/**
 * Transactions of the house that people name before they are booked: coins that come in by two,
 * each for themselves; a cost by one, because withdrawals stand still until it is booked. What is
 * refused stays named, and can be tried again.
 */
import type { Database } from '../../db/database.ts';
import type { Booked, HouseAct } from './house-coins.ts';
import { approverOf } from '../../values/approver.ts';

const APPROVALS_NEEDED: Readonly<Record<HouseAct, number>> = { coins: 2, cost: 1 };
const LISTED_MAX = 200;

export interface HouseApproval {
  readonly what: HouseAct;
  readonly chain: string;
  readonly txid: string;
  /** The operator for the record, and the person's name alone. */
  readonly operator: string;
  readonly name: string;
}

/** What was booked, why not, or that another person has to name it. */
export type HouseAnswer = Booked | { readonly waits: true };

/** A transaction that is not booked. */
export interface WaitingBooking {
  readonly what: HouseAct;
  readonly chain: string;
  readonly txid: string;
  readonly approvers: string;
  /** Why it was refused last; null if it was not tried. */
  readonly refused: string | null;
}

export interface HouseBookingParts {
  readonly database: Database;
  readonly nowMs: () => number;
  /** Books what the chain proves, once. */
  readonly book: (what: HouseAct, chain: string, txid: string) => Promise<Booked>;
}

type Place = Pick<HouseApproval, 'what' | 'chain'> & { readonly txid: string };

export class HouseBookings {
  readonly #parts: HouseBookingParts;
  /** Approvals run one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(parts: HouseBookingParts) {
    this.#parts = parts;
  }

  approve(approval: HouseApproval): Promise<HouseAnswer> {
    const answer = this.#work.then(() => this.#approve(approval));
    this.#work = answer.catch(() => undefined);
    return answer;
  }

  /** What waits for another person, or was refused; the newest first. */
  async waiting(): Promise<readonly WaitingBooking[]> {
    const { rows } = await this.#parts.database.query<WaitingBooking>(
      `select what, chain, txid,
         string_agg(distinct approver, ', ' order by approver) filter (where act = 'approve') as approvers,
         (array_agg(detail order by act_id desc) filter (where act = 'refuse'))[1] as refused
       from chain_house_acts group by what, chain, txid
       having bool_and(act <> 'book') order by max(act_id) desc limit $1`,
      [LISTED_MAX],
    );
    return rows;
  }

  async #approve({ operator, name, txid: typed, what, chain }: HouseApproval): Promise<HouseAnswer> {
    const place = { what, chain, txid: typed.replace(/^0x/, '') };
    await this.#record(place, { act: 'approve', operator, name });
    if ((await this.#approversOf(place)) < APPROVALS_NEEDED[what]) return { waits: true };
    const answer = await this.#parts.book(what, chain, typed);
    await this.#record(
      place,
      'booked' in answer
        ? { act: 'book', operator: 'exchange', detail: JSON.stringify(answer.booked) }
        : { act: 'refuse', operator: 'exchange', detail: answer.refused },
    );
    return answer;
  }

  async #approversOf({ what, chain, txid }: Place): Promise<number> {
    const named = await this.#parts.database.kysely
      .selectFrom('chain_house_acts')
      .select('approver')
      .distinct()
      .where('txid', '=', txid)
      .where('chain', '=', chain)
      .where('what', '=', what)
      .where('act', '=', 'approve')
      .execute();
    return named.length;
  }

  async #record(
    place: Place,
    act: {
      readonly act: string;
      readonly operator: string;
      readonly name?: string;
      readonly detail?: string;
    },
  ): Promise<void> {
    const { name = '', detail = '', ...done } = act;
    const approver = approverOf(name);
    await this.#parts.database.kysely
      .insertInto('chain_house_acts')
      .values({ ...place, ...done, approver, detail, time_ms: this.#parts.nowMs() })
      .execute();
  }
}
