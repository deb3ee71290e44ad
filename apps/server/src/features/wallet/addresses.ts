/**
 * The book of withdrawal addresses. A new address waits a day; a switch limits withdrawals to these
 * addresses.
 */
import { CHAINS_OF_COIN, type AddressRow } from '@glasshouse/protocol/wallet';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { ProductParts, Shown } from '../../product.ts';
import { isAddress } from './address-formats.ts';

export const COOLING_MS = 86_400_000;
const ADDRESSES_MAX = 100;

type AddressOptions = Pick<ProductParts, 'database' | 'ownerProof'>;

type AddressCalls =
  | 'wallet/get-addresses'
  | 'wallet/add-address'
  | 'wallet/remove-address'
  | 'wallet/set-whitelist-only';

export function addressHandlers(options: AddressOptions): Pick<FeatureHandlers<'wallet'>, AddressCalls> {
  return {
    'wallet/get-addresses': getAddresses(options),
    'wallet/add-address': addAddress(options),
    'wallet/remove-address': removeAddress(options),
    'wallet/set-whitelist-only': setWhitelistOnly(options),
  };
}

function getAddresses({ database }: AddressOptions): Handler<'wallet/get-addresses'> {
  return async (_input, { userId }) => {
    const [rows, user] = await Promise.all([
      database.reads
        .selectFrom('withdrawal_addresses')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('address_id', 'desc')
        .limit(ADDRESSES_MAX)
        .execute(),
      database.reads
        .selectFrom('users')
        .select('whitelist_only')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
    ]);
    const list = rows.map((row) => ({
      id: String(row.address_id),
      currency: row.currency,
      chain: row.chain as AddressRow['chain'],
      address: row.address,
      memo: row.memo,
      note: row.note,
      time: row.created_ms,
      usableTime: row.usable_ms,
    }));
    return { list, whitelistOnly: user.whitelist_only };
  };
}

function addAddress(options: AddressOptions): Handler<'wallet/add-address'> {
  const { database } = options;
  return async ({ currency, chain, address, memo, note, ...shown }, caller) => {
    const chains = CHAINS_OF_COIN[currency];
    if (chains === undefined) return { error: 'wallet/unknown-asset', field: 'currency' };
    if (!chains.includes(chain)) return { error: 'wallet/chain-unknown', field: 'chain' };
    if (!isAddress(chain, address)) return { error: 'wallet/address-invalid', field: 'address' };
    const { count } = await database.reads
      .selectFrom('withdrawal_addresses')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.userId)
      .executeTakeFirstOrThrow();
    if (count >= ADDRESSES_MAX) return { error: 'wallet/too-many-addresses' };
    const refusal = await options.ownerProof.refuseProof(caller, proofOf(shown));
    if (refusal !== null) return refusal;
    const nowMs = Date.now();
    const row = { currency, chain, address, memo, note, created_ms: nowMs, usable_ms: nowMs + COOLING_MS };
    const added = await database.kysely
      .insertInto('withdrawal_addresses')
      .values({ user_id: caller.userId, ...row })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'currency', 'chain', 'address', 'memo']).doNothing(),
      )
      .returning('address_id')
      .executeTakeFirst();
    if (added === undefined) return { error: 'wallet/address-known', field: 'address' };
    await options.ownerProof.onChanged(caller.userId, 'address-added', `${currency} ${chain} ${address}`);
    return { id: String(added.address_id), usableTime: row.usable_ms };
  };
}

function proofOf(shown: {
  readonly code: string;
  readonly fundPassword?: string | undefined;
  readonly googleCode?: string | undefined;
}): Shown {
  return { code: shown.code, fundPassword: shown.fundPassword, googleCode: shown.googleCode };
}

/** Removing needs no proof, because it only reduces the destinations. */
function removeAddress({ database }: AddressOptions): Handler<'wallet/remove-address'> {
  return async ({ id }, { userId }) => {
    const addressId = Number(id);
    if (!Number.isSafeInteger(addressId)) return { error: 'request/not-found', field: 'id' };
    const removed = await database.kysely
      .deleteFrom('withdrawal_addresses')
      .where('address_id', '=', addressId)
      .where('user_id', '=', userId)
      .returning('address_id')
      .execute();
    return removed.length === 1 ? undefined : { error: 'request/not-found', field: 'id' };
  };
}

/** Takes effect at once when switched on. Switching off needs the proof and holds withdrawals. */
function setWhitelistOnly(options: AddressOptions): Handler<'wallet/set-whitelist-only'> {
  const { database } = options;
  return async ({ on, code, ...shown }, caller) => {
    if (!on) {
      if (code === undefined) return { error: 'identity/wrong-code', field: 'code' };
      const refusal = await options.ownerProof.refuseProof(caller, proofOf({ code, ...shown }));
      if (refusal !== null) return refusal;
    }
    const changed = await database.kysely
      .updateTable('users')
      .set({ whitelist_only: on, ...(on ? {} : { whitelist_changed_ms: Date.now() }) })
      .where('user_id', '=', caller.userId)
      .where('whitelist_only', '=', !on)
      .returning('user_id')
      .execute();
    if (changed.length === 1)
      await options.ownerProof.onChanged(caller.userId, on ? 'whitelist-on' : 'whitelist-off');
    return undefined;
  };
}
