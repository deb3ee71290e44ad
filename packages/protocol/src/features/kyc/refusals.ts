/** Refusals of identity verification. */
import type { RefusalText } from '../../refusal-text.ts';

export const refusals = {
  'kyc/required': {
    code: 1201,
    kind: 'final',
    en: 'Verify your identity first',
    zh: '请先完成身份认证',
  },
  'kyc/already-verified': {
    code: 1202,
    kind: 'final',
    en: 'Your identity is verified; verified data cannot be changed',
    zh: '身份已认证，认证资料不可更改',
  },
  'kyc/under-review': {
    code: 1203,
    kind: 'final',
    en: 'Your documents are being reviewed',
    zh: '资料审核中',
  },
  'kyc/photo-type': {
    code: 1204,
    kind: 'final',
    en: 'Send a JPEG, PNG or WebP photo',
    zh: '请上传 JPEG、PNG 或 WebP 格式的照片',
  },
  'kyc/photo-unreadable': {
    code: 1205,
    kind: 'final',
    en: 'This photo cannot be read',
    zh: '照片无法读取',
  },
  'kyc/photo-pixels': {
    code: 1211,
    kind: 'final',
    en: 'The photo has too many pixels: at most {millions} million for a photo of this kind',
    zh: '照片像素过高：此类照片最多 {millions}00 万像素',
  },
  'kyc/photo-small': {
    code: 1206,
    kind: 'final',
    en: 'The photo is too small: at least 400 by 250 pixels',
    zh: '照片过小：至少 400 × 250 像素',
  },
  'kyc/photo-missing': {
    code: 1207,
    kind: 'final',
    en: 'Upload the photo first',
    zh: '请先上传照片',
  },
  'kyc/number-invalid': {
    code: 1208,
    kind: 'final',
    en: 'ID number error: it does not follow the rule of this document',
    zh: '证件号码格式错误',
  },
  'kyc/document-unknown': {
    code: 1209,
    kind: 'final',
    en: 'This country does not have this document',
    zh: '该国家/地区不支持此证件类型',
  },
  'kyc/decided': {
    code: 1212,
    kind: 'final',
    en: 'This case does not wait for a review any more',
    zh: '该认证申请已不在待审核状态',
  },
  'kyc/document-in-use': {
    code: 1213,
    kind: 'final',
    en: 'This document has verified another account',
    zh: '该证件已用于认证其他账户',
  },
} as const satisfies Record<string, RefusalText>;
