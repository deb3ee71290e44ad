-- Chains: the blocks that watchers follow, the transfers that they saw, the addresses that users
-- have, and the chains of a demo. Units of a chain are text, because they exceed 64 bits.

create table chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  primary key (chain, height)
);

create table chain_deposits (
  chain text not null,
  txid text not null,
  output bigint not null,
  owner bigint not null,
  address text not null,
  coin text not null,
  units text not null,
  height bigint not null,
  block_hash text not null,
  parent_hash text not null,
  is_in boolean not null,
  status text not null,
  is_final boolean not null,
  seen_ms bigint not null,
  changed_ms bigint not null,
  primary key (chain, txid, output)
) with (fillfactor = 80);
create index chain_deposits_by_height on chain_deposits (chain, height);

-- A row is never removed, so an index of a family is given once.
create table deposit_addresses (
  family text not null,
  address_index bigint not null,
  user_id bigint not null,
  address text not null,
  created_ms bigint not null,
  primary key (family, address_index)
);
create unique index deposit_addresses_by_user on deposit_addresses (family, user_id);
create unique index deposit_addresses_by_address on deposit_addresses (address);

create table simulated_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  primary key (chain, height)
);

-- Without a height a transfer waits for a block.
create table simulated_transfers (
  chain text not null,
  txid text not null,
  output bigint not null,
  owner bigint not null,
  address text not null,
  coin text not null,
  units text not null,
  height bigint,
  sent_ms bigint not null,
  primary key (chain, txid, output)
);
create index simulated_transfers_by_height on simulated_transfers (chain, height);
create index simulated_transfers_by_owner on simulated_transfers (owner, sent_ms);
