/** What the operator of the machine can ask for: reviews of identity documents, and the end of sessions. */
import type { SessionStore } from './features/identity/sessions.ts';
import { runReview, type ReviewAnswer, type ReviewRequest } from './features/kyc/review-requests.ts';
import type { Reviews } from './features/kyc/reviews.ts';
import type { Log } from './log.ts';

/** Of one user by number, or of everybody. */
interface EndSessions {
  readonly act: 'end-sessions';
  readonly user: number | 'all';
  readonly operator: string;
}
export type DeskRequest = ReviewRequest | EndSessions;
export type DeskAnswer = ReviewAnswer;

export interface DeskParts {
  readonly reviews: Reviews;
  readonly sessions: SessionStore;
  readonly log: Log;
}

export async function answerAtDesk(parts: DeskParts, request: DeskRequest): Promise<DeskAnswer> {
  if (request.act !== 'end-sessions') return runReview(parts.reviews, request);
  const { user, operator } = request;
  const ended = user === 'all' ? await parts.sessions.endEverybody() : await parts.sessions.endAll(user);
  parts.log.warn('sessions were ended by an operator', { user, operator, ended });
  return { ok: true, text: `Sessions ended: ${ended}`, photos: [] };
}
