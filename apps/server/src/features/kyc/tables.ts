/** The tables of identity verification. */
import type { Generated } from 'kysely';

export interface KycPhotosTable {
  photo_id: string;
  user_id: number;
  side: string;
  wrapped_key: Uint8Array;
  sealed: Uint8Array;
  created_ms: number;
  case_id: number | null;
  /** Keyed hash of the file as it was sent; null: it was not kept then. */
  photo_mac: string | null;
}

export interface KycCasesTable {
  case_id: Generated<number>;
  user_id: number;
  state: number;
  country: string;
  document: string;
  name_sealed: Uint8Array;
  number_sealed: Uint8Array;
  number_mac: string;
  submitted_ms: number;
  reviewed_ms: number | null;
  reviewer: string | null;
  reason: string | null;
  note: Generated<string>;
}

export interface KycViewsTable {
  view_id: Generated<number>;
  case_id: number;
  user_id: number;
  side: string;
  reviewer: string;
  time_ms: number;
}

declare module '../../db/schema.ts' {
  interface Schema {
    kyc_photos: KycPhotosTable;
    kyc_cases: KycCasesTable;
    kyc_views: KycViewsTable;
  }
}
