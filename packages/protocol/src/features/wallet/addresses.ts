/** The book of withdrawal addresses. */
import * as z from 'zod';
import { defineCall } from '../../call.ts';
import { DESTINATION_REFUSALS } from '../../destination.ts';
import { blankIsAbsent, coin, destination, flag, id, noData, nothing, timeMs } from '../../fields.ts';
import { optionalOwnerProof, OWNER_PROOF_REFUSALS, ownerProof } from '../../owner-proof.ts';
import { CHAINS } from './chains.ts';

const addressRow = z.object({
  id: z.string(),
  currency: z.string(),
  chain: z.enum(CHAINS),
  address: z.string(),
  /** Destination tag or memo, if the chain has one. */
  memo: z.string(),
  note: z.string(),
  time: timeMs,
  /** When the address can first be used. */
  usableTime: timeMs,
});
export type AddressRow = z.output<typeof addressRow>;
export const getAddresses = defineCall({
  name: 'wallet/get-addresses',
  path: '/wallet/getAddresses',
  access: 'user',
  summary: 'The book of withdrawal addresses, and whether withdrawals go to these alone',
  input: nothing,
  data: z.object({ list: z.array(addressRow), whitelistOnly: z.boolean() }),
});
const note = blankIsAbsent(z.string().trim().max(40).default(''));
export const addAddress = defineCall({
  name: 'wallet/add-address',
  grows: 'settings',
  path: '/wallet/addAddress',
  access: 'user',
  operation: 'settings',
  refusals: [
    'wallet/unknown-asset',
    'wallet/chain-unknown',
    ...DESTINATION_REFUSALS,
    'wallet/too-many-addresses',
    'wallet/address-known',
    ...OWNER_PROOF_REFUSALS,
  ],
  summary: 'Adds an address, checked for its chain; money may go there after 24 hours',
  input: z.object({
    currency: coin,
    chain: z.enum(CHAINS),
    ...destination,
    note,
    ...ownerProof,
  }),
  data: z.object({ id: z.string(), usableTime: timeMs }),
});
export const editAddress = defineCall({
  name: 'wallet/edit-address',
  grows: 'settings',
  path: '/wallet/editAddress',
  access: 'user',
  operation: 'settings',
  refusals: ['request/not-found', ...DESTINATION_REFUSALS, 'wallet/address-known', ...OWNER_PROOF_REFUSALS],
  summary:
    'Changes an entry of the book. Another address or memo needs the proof and waits 24 hours; a note neither',
  input: z.object({ id, ...destination, note, ...optionalOwnerProof }),
  data: z.object({ usableTime: timeMs }),
});
export const removeAddress = defineCall({
  name: 'wallet/remove-address',
  path: '/wallet/removeAddress',
  access: 'user',
  operation: 'settings',
  refusals: ['request/not-found'],
  summary: 'Removes an address from the book',
  input: z.object({ id }),
  data: noData,
});
export const setWhitelistOnly = defineCall({
  name: 'wallet/set-whitelist-only',
  grows: 'settings',
  path: '/wallet/setWhitelistOnly',
  access: 'user',
  operation: 'settings',
  refusals: OWNER_PROOF_REFUSALS,
  summary: 'Lets withdrawals go to the book alone, or again anywhere, which holds withdrawals for 24 hours',
  input: z.object({
    on: flag,
    ...optionalOwnerProof,
  }),
  data: noData,
});
export const addressCalls = [getAddresses, addAddress, editAddress, removeAddress, setWhitelistOnly] as const;
