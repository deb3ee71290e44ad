/** The reviewer's commands: the same over the socket and in the command's own process. */
import { ReviewError, type Reviews } from './reviews.ts';

export type ReviewRequest =
  | { readonly act: 'list' }
  | { readonly act: 'show'; readonly caseId: number; readonly reviewer: string }
  | { readonly act: 'approve'; readonly caseId: number; readonly reviewer: string }
  | {
      readonly act: 'reject';
      readonly caseId: number;
      readonly reviewer: string;
      readonly reason: string;
      readonly note: string;
    };

export interface ReviewAnswer {
  readonly ok: boolean;
  readonly text: string;
  /** JPEG in base64. */
  readonly photos: readonly { readonly side: string; readonly jpeg: string }[];
}

const say = (text: string): ReviewAnswer => ({ ok: true, text, photos: [] });

export function kycCommands(reviews: Reviews) {
  return { 'kyc/review': (request: ReviewRequest) => review(reviews, request) };
}

async function review(reviews: Reviews, request: ReviewRequest): Promise<ReviewAnswer> {
  try {
    return await act(reviews, request);
  } catch (error) {
    if (error instanceof ReviewError) return { ok: false, text: error.message, photos: [] };
    throw error;
  }
}

async function act(reviews: Reviews, request: ReviewRequest): Promise<ReviewAnswer> {
  switch (request.act) {
    case 'list': {
      const cases = await reviews.list();
      if (cases.length === 0) return say('Nothing waits for a review.');
      const lines = cases.map(
        ({ caseId, userId, country, document, submittedMs }) =>
          `${caseId}  user ${userId}  ${country} ${document}  sent ${new Date(submittedMs).toISOString()}`,
      );
      return say(lines.join('\n'));
    }
    case 'show': {
      const shown = await reviews.show(request.caseId, request.reviewer);
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
    case 'approve':
      await reviews.approve(request.caseId, request.reviewer);
      return say(`Case ${request.caseId} is verified; the person was told.`);
    case 'reject':
      await reviews.reject(request.caseId, request);
      return say(`Case ${request.caseId} is rejected; the person was told why.`);
  }
}
