/** Why a submission was rejected, and how its owner reads it: in a message and on the page. */

/** A reviewer picks one and may add a note. */
export const REJECTION_REASONS = [
  'unreadable',
  'cut-off',
  'mismatch',
  'expired',
  'wrong-document',
  'duplicate',
  'other',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

export const REJECTION_TEXTS = {
  unreadable: { en: 'A photo cannot be read.', zh: '照片无法辨认。' },
  'cut-off': { en: 'A photo does not show the whole document.', zh: '照片未包含完整证件。' },
  mismatch: { en: 'What you typed differs from the document.', zh: '填写的内容与证件不一致。' },
  expired: { en: 'The document has expired.', zh: '证件已过期。' },
  'wrong-document': { en: 'The photo shows another document.', zh: '照片与所选证件类型不符。' },
  duplicate: { en: 'The document belongs to another account.', zh: '该证件已用于其他账户。' },
  other: { en: 'The document could not be accepted.', zh: '证件未能通过审核。' },
} as const satisfies Record<RejectionReason, { readonly en: string; readonly zh: string }>;
