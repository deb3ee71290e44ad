-- Money in and out: deposits, withdrawals, holds, and what the house holds on chains.
-- The core refuses a second use of a reference; the unique indexes repeat that.

create table funding_deposits (
  deposit_id bigint primary key,
  owner bigint not null,
  chain smallint not null,
  asset integer not null,
  amount bigint not null,
  rest bigint not null,
  txid text not null,
  output bigint not null,
  status smallint not null,
  credited_ms bigint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create unique index funding_deposits_by_reference on funding_deposits (chain, txid, output);
create index funding_deposits_by_owner on funding_deposits (owner, credited_ms desc, deposit_id desc);
create index funding_deposits_by_asset on funding_deposits (owner, asset, credited_ms desc, deposit_id desc);
create index funding_deposits_open on funding_deposits (deposit_id) where status = 0;

create table funding_withdrawals (
  withdrawal_id bigint primary key,
  owner bigint not null,
  chain smallint not null,
  asset integer not null,
  amount bigint not null,
  fee bigint not null,
  address text not null,
  memo text not null,
  status smallint not null,
  requested_ms bigint not null,
  changed_ms bigint not null,
  txid text not null,
  output bigint not null,
  cost bigint not null,
  cost_rest bigint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create unique index funding_withdrawals_by_reference on funding_withdrawals (chain, txid, output) where status = 2;
create index funding_withdrawals_by_owner on funding_withdrawals (owner, requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_by_asset on funding_withdrawals (owner, asset, requested_ms desc, withdrawal_id desc);
create index funding_withdrawals_open on funding_withdrawals (withdrawal_id) where status in (0, 1);

create table funding_holds (
  hold_id bigint primary key,
  owner bigint not null,
  asset integer not null,
  reason smallint not null,
  units bigint not null,
  until_ms bigint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create index funding_holds_by_owner on funding_holds (owner, hold_id desc);

create table funding_chain_coins (
  chain smallint not null,
  asset integer not null,
  rest_decimals smallint not null,
  rest bigint not null,
  cost_asset integer not null,
  fee bigint not null,
  min_amount bigint not null,
  max_amount bigint not null,
  status smallint not null,
  changed_seq bigint not null,
  primary key (chain, asset)
) with (fillfactor = 70);

create table funding_deposit_totals (
  owner bigint not null,
  asset integer not null,
  deposits bigint not null,
  primary key (owner, asset)
) with (fillfactor = 70);
create table funding_withdrawal_totals (
  owner bigint not null,
  asset integer not null,
  withdrawals bigint not null,
  primary key (owner, asset)
) with (fillfactor = 70);
