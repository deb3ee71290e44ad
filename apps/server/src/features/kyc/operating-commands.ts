/** What a reviewer reads at the machine. Decisions are acts of operators, see office/acts.ts. */
import type { Reviews } from './reviews.ts';

export type ReviewRequest =
  | { readonly act: 'list' }
  | { readonly act: 'show'; readonly caseId: number; readonly reviewer: string };

export interface ReviewAnswer {
  readonly ok: boolean;
  readonly text: string;
  /** JPEG in base64. */
  readonly photos: readonly { readonly side: string; readonly jpeg: string }[];
}

export function kycCommands(reviews: Reviews) {
  return {
    'kyc/review': (request: ReviewRequest): Promise<ReviewAnswer> =>
      request.act === 'list' ? list(reviews) : show(reviews, request),
  };
}

async function list(reviews: Reviews): Promise<ReviewAnswer> {
  const cases = await reviews.list();
  const lines = cases.map(
    ({ caseId, userId, country, document, submittedMs }) =>
      `${caseId}  user ${userId}  ${country} ${document}  sent ${new Date(submittedMs).toISOString()}`,
  );
  return { ok: true, text: lines.join('\n') || 'Nothing waits for a review.', photos: [] };
}

async function show(
  reviews: Reviews,
  { caseId, reviewer }: { readonly caseId: number; readonly reviewer: string },
): Promise<ReviewAnswer> {
  const shown = await reviews.show(caseId, reviewer);
  if (shown === null) return { ok: false, text: `there is no case ${caseId}`, photos: [] };
  const { country, document, name, number, email, sameDocument, photos } = shown;
  return {
    ok: true,
    text: [
      `${country} ${document}`,
      `name    ${name}`,
      `number  ${number}`,
      `e-mail  ${email}`,
      ...sameDocument.map(
        (other) =>
          `CLASH   case ${other.caseId} of user ${other.userId} names the same document, ${other.isVerified ? 'verified' : 'waiting'}`,
      ),
    ].join('\n'),
    photos: photos.map(({ side, jpeg }) => ({ side, jpeg: jpeg.toString('base64') })),
  };
}
