/** The tables of chains. */
import type { Generated } from 'kysely';

export interface ChainBlocksTable {
  chain: string;
  height: number;
  hash: string;
  parent_hash: string;
}

export interface ChainDepositsTable {
  chain: string;
  txid: string;
  output: number;
  owner: number;
  address: string;
  coin: string;
  /** In the smallest unit of the chain. */
  units: string;
  height: number;
  block_hash: string;
  parent_hash: string;
  /** Whether its block is in the chain. */
  is_in: boolean;
  status: DepositStatus;
  /** Blocks that it needs, and its smallest amount, as they were when it was seen. */
  confirmations: number;
  min_deposit: string;
  is_final: boolean;
  seen_ms: number;
  changed_ms: number;
}
export type DepositStatus = 'seen' | 'credited' | 'gone' | 'below-minimum' | 'refused';

export interface DepositAddressesTable {
  family: string;
  address_index: number;
  user_id: number;
  address: string;
  created_ms: number;
}

export type SimulatedBlocksTable = ChainBlocksTable;

export interface SimulatedTransfersTable {
  chain: string;
  txid: string;
  output: number;
  owner: number;
  address: string;
  coin: string;
  units: string;
  height: number | null;
  sent_ms: number;
}

export interface ChainPaymentsTable {
  payment_id: string;
  /** Counts payments in the order in which they were added. */
  position: Generated<number>;
  chain_id: number;
  kind: string;
  sender: string;
  recipient: string;
  state: string;
  version: number;
  nonce: number | null;
  height: number | null;
  is_open: boolean;
  /** Why an operator wants it to be stopped. */
  cancel_reason: Generated<string | null>;
  /** The outcome that the server has taken in, as JSON; null before. */
  reported: Generated<string | null>;
  /** The whole payment, as JSON. */
  body: string;
}

export interface ChainPaymentTransactionsTable {
  chain_id: number;
  txid: string;
  payment_id: string;
}

export interface ChainNoncesTable {
  chain_id: number;
  sender: string;
  next_nonce: number;
}

export interface SigningRequestsTable {
  payment_id: string;
  /** The digest of the request: an answer to an older request does not count. */
  digest: string;
  request: string;
  answer: string | null;
  asked_ms: number;
}

/** Everything that a signer has signed. */
export interface ChainSignaturesTable {
  payment_id: string;
  /** The digest of the request that the signature answers. */
  digest: string;
  purpose: string;
  raw: string;
}

/** Outputs that are ours, of the Bitcoin family. */
export interface ChainOutputsTable {
  chain: string;
  txid: string;
  output: number;
  branch: string;
  key_index: number;
  /** In the smallest unit of the chain. */
  units: string;
  height: number;
}

/** The outputs that each payment spends. */
export interface ChainInputsTable {
  chain_id: number;
  txid: string;
  output: number;
  payment_id: string;
}

export interface ChainFundedAddressesTable {
  chain: string;
  address: string;
}

/** Values of transactions to our addresses that no look has counted yet. */
export interface ChainSeenValuesTable {
  chain: string;
  txid: string;
  address: string;
  units: string;
  height: number;
}

export interface ChainLooksTable {
  chain: string;
  address: string;
  height: number;
  /** What of the balance is explained; null until the first look. */
  explained: string | null;
  transactions: number;
}

export const FIND_STATUS = { waiting: 0, crediting: 1, credited: 2 } as const;

/** Coins that no transfer explains. */
export interface ChainFindsTable {
  find_id: Generated<number>;
  chain: string;
  address: string;
  user_id: number;
  coin: string;
  units: string;
  from_height: number;
  to_height: number;
  found_ms: number;
  status: number;
  txid: Generated<string>;
}

export interface ChainFindActsTable {
  act_id: Generated<number>;
  find_id: number;
  act: string;
  operator: string;
  approver: string;
  detail: string;
  time_ms: number;
}

export interface ChainHouseActsTable {
  act_id: Generated<number>;
  what: string;
  chain: string;
  txid: string;
  act: string;
  operator: string;
  approver: string;
  detail: string;
  time_ms: number;
}

declare module '../db/schema.ts' {
  interface Schema {
    chain_blocks: ChainBlocksTable;
    chain_deposits: ChainDepositsTable;
    deposit_addresses: DepositAddressesTable;
    simulated_blocks: SimulatedBlocksTable;
    simulated_transfers: SimulatedTransfersTable;
    chain_payments: ChainPaymentsTable;
    chain_payment_transactions: ChainPaymentTransactionsTable;
    chain_nonces: ChainNoncesTable;
    signing_requests: SigningRequestsTable;
    chain_signatures: ChainSignaturesTable;
    chain_outputs: ChainOutputsTable;
    chain_inputs: ChainInputsTable;
    chain_funded_addresses: ChainFundedAddressesTable;
    chain_seen_values: ChainSeenValuesTable;
    chain_looks: ChainLooksTable;
    chain_finds: ChainFindsTable;
    chain_find_acts: ChainFindActsTable;
    chain_house_acts: ChainHouseActsTable;
  }
}
