-- Chains of the Bitcoin family: the outputs that are ours, by the blocks that were followed, and
-- which payment has which of them. Neither is removed, but with a block that left its chain.

create table chain_outputs (
  chain text not null,
  txid text not null,
  output bigint not null,
  branch text not null,
  key_index bigint not null,
  units text not null,
  height bigint not null,
  primary key (chain, txid, output)
);
create index chain_outputs_by_height on chain_outputs (chain, height);

create table chain_inputs (
  chain_id bigint not null,
  txid text not null,
  output bigint not null,
  payment_id text not null,
  primary key (chain_id, txid, output)
);
