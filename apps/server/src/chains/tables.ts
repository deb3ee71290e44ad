/** The tables of chains. */

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

declare module '../db/schema.ts' {
  interface Schema {
    chain_blocks: ChainBlocksTable;
    chain_deposits: ChainDepositsTable;
    deposit_addresses: DepositAddressesTable;
    simulated_blocks: SimulatedBlocksTable;
    simulated_transfers: SimulatedTransfersTable;
  }
}
