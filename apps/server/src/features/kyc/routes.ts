/** The calls of identity verification. Only a reviewer gets photos back, see reviews.ts. */
import type { Refusal } from '@glasshouse/protocol';
import { KYC_STATE } from '@glasshouse/protocol/kyc';
import { documentsOf, numberFault, plainNumber } from '@glasshouse/protocol/kyc/documents';
import type { Operators } from '../../contract/ports.ts';
import type { Database } from '../../db/database.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { RateLimits } from '../../http/limits.ts';
import type { UploadGates } from '../../http/uploads.ts';
import { maskedNumber, type Cases } from './cases.ts';
import { nameOf } from '../../values/approver.ts';
import { cleanPhoto } from '../../photos/photos.ts';
import type { Reviews } from './reviews.ts';
import type { Vault } from './vault.ts';

const VIEWS_LISTED_MAX = 50;
/** The decision of a demo's quick verification, which runs the same code as a real review. */
const QUICK = { state: KYC_STATE.verified, reviewer: 'demo', reason: null, note: '' } as const;

export interface KycOptions {
  readonly database: Database;
  readonly cases: Cases;
  readonly vault: Vault;
  readonly reviews: Reviews;
  readonly limits: RateLimits;
  readonly shownNameOf: Operators['shownNameOf'];
  /** Called when a case was opened, so that the guard reads the state again. */
  readonly onSubmitted: (userId: number) => void;
}

type OfUsers = 'kyc/get-status' | 'kyc/upload-photo' | 'kyc/submit';

export function kycHandlers(options: KycOptions): Pick<FeatureHandlers<'kyc'>, OfUsers> {
  return {
    'kyc/get-status': getStatus(options),
    'kyc/upload-photo': uploadPhoto(options),
    'kyc/submit': submit(options),
  };
}

function getStatus(options: KycOptions): Handler<'kyc/get-status'> {
  const { database, cases, vault } = options;
  return async (_input, { userId }) => {
    const [latest, state, views] = await Promise.all([
      cases.latest(userId),
      cases.stateOf(userId),
      database.reads
        .selectFrom('kyc_views')
        .select(['time_ms', 'side', 'reviewer'])
        .where('user_id', '=', userId)
        .orderBy('view_id', 'desc')
        .limit(VIEWS_LISTED_MAX)
        .execute(),
    ]);
    return {
      state,
      quick: cases.quick && latest === null,
      submission:
        latest === null
          ? null
          : {
              country: latest.country,
              document: latest.document,
              name: latest.name,
              number: maskedNumber(latest.number),
              photos: await vault.sidesOnFile(latest.caseId),
              time: latest.submittedMs,
              reviewedTime: latest.reviewedMs,
              reason: latest.reason,
              note: latest.note,
            },
      views: await Promise.all(
        views.map(async (row) => ({
          time: row.time_ms,
          side: row.side === 'back' ? ('back' as const) : ('front' as const),
          reviewer: await readName(options, row.reviewer),
        })),
      ),
    };
  };
}

/**
 * As the user reads it: of the back office the name that customers read, or '', never that of a
 * login.
 */
async function readName({ shownNameOf }: KycOptions, reviewer: string): Promise<string> {
  return nameOf(reviewer) === reviewer ? ((await shownNameOf(reviewer)) ?? '') : reviewer;
}

/** The refusal of a submission now, or null. */
async function refuseSending({ cases }: KycOptions, userId: number): Promise<Refusal | null> {
  const latest = await cases.latest(userId);
  if (latest?.state === KYC_STATE.verified) return { error: 'kyc/already-verified' };
  return latest?.state === KYC_STATE.reviewing ? { error: 'kyc/under-review' } : null;
}

/** Checked before a photo is read: without quota or need, none of its bytes are read. */
export function kycUploadGates(options: KycOptions): UploadGates {
  return {
    'kyc/upload-photo': {
      take: async (sender) =>
        (await options.limits.take('upload', sender))
          ? refuseSending(options, Number(sender))
          : options.limits.tooMany('upload', sender),
      giveBack: (sender) => options.limits.giveBack('upload', sender),
    },
  };
}

function uploadPhoto(options: KycOptions): Handler<'kyc/upload-photo'> {
  return async ({ side }, { userId, upload }) => {
    if (upload === null) return { error: 'kyc/photo-type', field: 'body' };
    const photo = await cleanPhoto(upload, { sender: String(userId) });
    if ('error' in photo) return photo;
    const { jpeg, width, height } = photo;
    return { id: await options.vault.keepPhoto({ userId, side, jpeg, sent: upload }), width, height };
  };
}

function submit(options: KycOptions): Handler<'kyc/submit'> {
  const { cases, reviews } = options;
  return async (input, { userId }) => {
    const { country, document, name } = input;
    const refusal = await refuseSending(options, userId);
    if (refusal !== null) return refusal;
    if (!documentsOf(country).includes(document)) return { error: 'kyc/document-unknown', field: 'document' };
    const number = plainNumber(input.number);
    if (numberFault({ country, document, number }, Date.now()) !== null)
      return { error: 'kyc/number-invalid', field: 'number' };
    const photos = [{ id: input.frontPhoto, side: 'front' }];
    if (document !== 'passport') {
      if (input.backPhoto === undefined) return { error: 'kyc/photo-missing', field: 'backPhoto' };
      photos.push({ id: input.backPhoto, side: 'back' });
    }
    const opened = await cases.open({ userId, country, document, name, number, photos });
    if (typeof opened !== 'number') return opened;
    options.onSubmitted(userId);
    // A document that is already in use waits for a reviewer here as well.
    if (cases.quick) await reviews.decide(opened, QUICK);
    return undefined;
  };
}
