/**
 * The book of withdrawal addresses. A new address waits a day; a switch limits withdrawals to these
 * addresses.
 */
import { isRefusal, type Refusal } from '@glasshouse/protocol';
import type { AddressRow } from '@glasshouse/protocol/wallet';
import type { Updateable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { FeatureHandlers, Handler } from '../../http/handler.ts';
import type { Fact } from '../../contract/messages.ts';
import type { Shown } from '../../contract/owners.ts';
import type { Ports } from '../../contract/ports.ts';
import { oneForm } from '@glasshouse/protocol/wallet/destinations';
import type { WithdrawalAddressesTable } from './tables.ts';
import { destinationOf } from '../../contract/destinations.ts';

export const COOLING_MS = 86_400_000;
const ADDRESSES_MAX = 100;

type AddressOptions = Pick<
  Ports,
  'database' | 'ownerProof' | 'catalogue' | 'chains' | 'networks' | 'sequencer'
>;

type AddressCalls =
  | 'wallet/get-addresses'
  | 'wallet/add-address'
  | 'wallet/edit-address'
  | 'wallet/remove-address'
  | 'wallet/set-whitelist-only';

export function addressHandlers(options: AddressOptions): Pick<FeatureHandlers<'wallet'>, AddressCalls> {
  return {
    'wallet/get-addresses': getAddresses(options),
    'wallet/add-address': addAddress(options),
    'wallet/edit-address': editAddress(options),
    'wallet/remove-address': removeAddress(options),
    'wallet/set-whitelist-only': setWhitelistOnly(options),
  };
}

function getAddresses({ database }: AddressOptions): Handler<'wallet/get-addresses'> {
  return async (_input, { userId }) => {
    const [list, user] = await Promise.all([
      readAddresses(database, userId),
      database.reads
        .selectFrom('users')
        .select('whitelist_only')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
    ]);
    return { list, whitelistOnly: user.whitelist_only };
  };
}

/** The newest first. */
export async function readAddresses(
  { reads }: Pick<Database, 'reads'>,
  userId: number,
): Promise<AddressRow[]> {
  const rows = await reads
    .selectFrom('withdrawal_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('address_id', 'desc')
    .limit(ADDRESSES_MAX)
    .execute();
  return rows.map((row) => ({
    id: String(row.address_id),
    currency: row.currency,
    chain: row.chain as AddressRow['chain'],
    address: row.address,
    memo: row.memo,
    note: row.note,
    time: row.created_ms,
    usableTime: row.usable_ms,
  }));
}

function addAddress({
  database,
  ownerProof,
  sequencer,
  catalogue,
  networks,
  chains: known,
}: AddressOptions): Handler<'wallet/add-address'> {
  return async ({ currency, chain, address: pasted, memo: pastedMemo, note, ...shown }, caller) => {
    const { userId } = caller;
    if (catalogue.asset(currency) === undefined) return { error: 'wallet/unknown-asset', field: 'currency' };
    if (networks.coin(chain, currency) === undefined)
      return { error: 'wallet/chain-unknown', field: 'chain' };
    const destination = destinationOf(known, chain, { address: pasted, memo: pastedMemo });
    if (isRefusal(destination)) return destination;
    const { address, memo } = destination;
    if (await isFull(database, userId)) return TOO_MANY;
    const proven = await ownerProof.prove(caller, proofOf(shown));
    if (isRefusal(proven)) return proven;
    // Whether it can be used is decided by the time of commands.
    const nowMs = sequencer.nowMs();
    const row = { currency, chain, address, memo, note, created_ms: nowMs, usable_ms: nowMs + COOLING_MS };
    const added = await ownerProof.change(caller, {
      event: 'address-added',
      facts: () => addressFacts(`${currency} ${chain} ${address}`),
      proven,
      write: async (within) => {
        if (await isFull(within, userId)) return TOO_MANY;
        if (await isListed(within, userId, row)) return null;
        const inserted = await within.kysely
          .insertInto('withdrawal_addresses')
          .values({ user_id: userId, ...row })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'currency', 'chain', 'address', 'memo']).doNothing(),
          )
          .returning('address_id')
          .executeTakeFirst();
        return inserted === undefined ? null : { id: String(inserted.address_id), usableTime: row.usable_ms };
      },
    });
    return added ?? KNOWN;
  };
}

function addressFacts(address: string): readonly Fact[] {
  return [{ name: 'address', type: 'code', value: address }];
}

const TOO_MANY: Refusal = { error: 'wallet/too-many-addresses' };

async function isFull({ kysely }: Pick<Database, 'kysely'>, userId: number): Promise<boolean> {
  const { count } = await kysely
    .selectFrom('withdrawal_addresses')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count >= ADDRESSES_MAX;
}

/** An entry of earlier versions may be in another case. */
async function isListed(
  { kysely }: Pick<Database, 'kysely'>,
  userId: number,
  { currency, chain, address, memo }: Pick<AddressRow, 'currency' | 'chain' | 'address' | 'memo'>,
): Promise<boolean> {
  const listed = await kysely
    .selectFrom('withdrawal_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .where('chain', '=', chain)
    .where('memo', '=', memo)
    .limit(ADDRESSES_MAX)
    .execute();
  return listed.some((entry) => oneForm(chain, entry.address) === address);
}

function proofOf(shown: {
  readonly code: string;
  readonly fundPassword?: string | undefined;
  readonly googleCode?: string | undefined;
}): Shown {
  return { code: shown.code, fundPassword: shown.fundPassword, googleCode: shown.googleCode };
}

const NOT_FOUND: Refusal = { error: 'request/not-found', field: 'id' };
const KNOWN: Refusal = { error: 'wallet/address-known', field: 'address' };

/**
 * Another destination is as a new one: it needs the proof, waits a day and is told. A note alone
 * needs nothing.
 */
function editAddress({
  database,
  ownerProof,
  sequencer,
  chains: known,
}: AddressOptions): Handler<'wallet/edit-address'> {
  return async ({ id, address: pasted, memo: pastedMemo, note, code, ...shown }, caller) => {
    const { userId } = caller;
    const kept = await entryOf(database, userId, id);
    if (kept === undefined) return NOT_FOUND;
    const chain = kept.chain as AddressRow['chain'];
    const destination = destinationOf(known, chain, { address: pasted, memo: pastedMemo });
    if (isRefusal(destination)) return destination;
    const { address, memo } = destination;
    if (oneForm(chain, kept.address) === address && kept.memo === memo) {
      const isKept = await rewrite(database, kept, { note });
      return isKept ? { usableTime: kept.usable_ms } : NOT_FOUND;
    }
    if (code === undefined) return { error: 'identity/wrong-code', field: 'code' };
    const proven = await ownerProof.prove(caller, proofOf({ code, ...shown }));
    if (isRefusal(proven)) return proven;
    const nowMs = sequencer.nowMs();
    const usableTime = nowMs + COOLING_MS;
    const changed = await ownerProof.change(caller, {
      event: 'address-changed',
      facts: () => addressFacts(`${kept.currency} ${chain} ${address}`),
      proven,
      write: async (within) => {
        if (await isListed(within, userId, { currency: kept.currency, chain, address, memo })) return KNOWN;
        const change = { address, memo, note, created_ms: nowMs, usable_ms: usableTime };
        return (await rewrite(within, kept, change)) ? { usableTime } : NOT_FOUND;
      },
    });
    return changed ?? NOT_FOUND;
  };
}

async function entryOf({ reads }: Database, userId: number, id: string) {
  const addressId = Number(id);
  if (!Number.isSafeInteger(addressId)) return undefined;
  return reads
    .selectFrom('withdrawal_addresses')
    .selectAll()
    .where('address_id', '=', addressId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** False if the entry is gone, or has another destination by now. */
async function rewrite(
  { kysely }: Pick<Database, 'kysely'>,
  kept: { readonly address_id: number; readonly address: string; readonly memo: string },
  change: Updateable<WithdrawalAddressesTable>,
): Promise<boolean> {
  const rewritten = await kysely
    .updateTable('withdrawal_addresses')
    .set(change)
    .where('address_id', '=', kept.address_id)
    .where('address', '=', kept.address)
    .where('memo', '=', kept.memo)
    .returning('address_id')
    .execute();
  return rewritten.length === 1;
}

/** Removing needs no proof, because it only reduces the destinations. */
function removeAddress({ database }: AddressOptions): Handler<'wallet/remove-address'> {
  return async ({ id }, { userId }) => {
    const addressId = Number(id);
    if (!Number.isSafeInteger(addressId)) return NOT_FOUND;
    const removed = await database.kysely
      .deleteFrom('withdrawal_addresses')
      .where('address_id', '=', addressId)
      .where('user_id', '=', userId)
      .returning('address_id')
      .execute();
    return removed.length === 1 ? undefined : NOT_FOUND;
  };
}

/** Takes effect at once when switched on. Switching off needs the proof and holds withdrawals. */
function setWhitelistOnly({ ownerProof, sequencer }: AddressOptions): Handler<'wallet/set-whitelist-only'> {
  return async ({ on, code, ...shown }, caller) => {
    if (!on && code === undefined) return { error: 'identity/wrong-code', field: 'code' };
    const proven = on ? null : await ownerProof.prove(caller, proofOf({ code: code ?? '', ...shown }));
    if (isRefusal(proven)) return proven;
    const changed = await ownerProof.change(caller, {
      event: on ? 'whitelist-on' : 'whitelist-off',
      proven,
      write: async ({ kysely }) => {
        const rows = await kysely
          .updateTable('users')
          .set({ whitelist_only: on, ...(on ? {} : { whitelist_changed_ms: sequencer.nowMs() }) })
          .where('user_id', '=', caller.userId)
          .where('whitelist_only', '=', !on)
          .returning('user_id')
          .execute();
        return rows.length === 1 ? rows : null;
      },
    });
    return isRefusal(changed) ? changed : undefined;
  };
}
