/** The query parameters of the queue of cases: its view, its filters, and what is open. */
import { CASE_STATES, CASE_VIEWS, type CaseState, type CaseView } from '@glasshouse/protocol/kyc/case-states';

const COUNTRY = /^[A-Z]{2}$/;
const FIND_MAX = 64;

export interface CaseSearch {
  /** Absent: those that wait. */
  readonly view?: CaseView;
  readonly country?: string;
  readonly state?: CaseState;
  /** A number of a case, a user's id, or the number of a document. */
  readonly find?: string;
  /** The number of the case that is open. */
  readonly id?: number;
}

export function caseSearch({
  view,
  country,
  state,
  find,
  id,
}: Readonly<Record<string, unknown>>): CaseSearch {
  const knownView = CASE_VIEWS.find((each) => each === view && each !== 'waiting');
  const knownState = CASE_STATES.find((each) => each === state);
  // Digits alone come as a number.
  const text = typeof find === 'string' || typeof find === 'number' ? String(find).trim() : '';
  return {
    ...(knownView === undefined ? {} : { view: knownView }),
    ...(typeof country === 'string' && COUNTRY.test(country) ? { country } : {}),
    ...(knownState === undefined ? {} : { state: knownState }),
    ...(text === '' ? {} : { find: text.slice(0, FIND_MAX) }),
    ...(typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? { id } : {}),
  };
}
