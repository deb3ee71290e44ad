/** Dependencies of deposits by voucher. */
import type { Catalogue } from '../../contract/catalogue.ts';
import type { Networks } from '../../contract/chain-parts.ts';
import type { Database } from '../../db/database.ts';
import type { RateLimits } from '../../http/limits.ts';
import type { Log } from '../../process/log.ts';
import type { KeyedMutex } from '../../http/keyed-mutex.ts';
import type { Owners } from '../../contract/owners.ts';
import type { Secrets } from '../../process/secrets.ts';
import type { Sequencer } from '../../contract/sequencer.ts';

/** The purpose of the key under which pictures are encrypted. */
export const PICTURE_KEY = 'voucher-picture-key';

export interface VoucherParts {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly networks: Pick<Networks, 'all'>;
  readonly sequencer: Sequencer;
  readonly limits: RateLimits;
  readonly secrets: Secrets;
  readonly owners: Pick<Owners, 'notify'>;
  /** By user id: nothing of one owner's vouchers runs twice at once. */
  readonly ownerWork: KeyedMutex;
  readonly log: Log;
  /** The platform's own addresses, by chain. */
  readonly payTo: Readonly<Record<string, string | undefined>>;
  /** A demo takes vouchers without an address to pay to. */
  readonly isDemo: boolean;
}
