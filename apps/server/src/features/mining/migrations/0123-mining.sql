-- Miners, each as it now is, and how many of each state an owner has.

create table miners (
  order_id bigint primary key,
  owner bigint not null,
  offer integer not null,
  place bigint not null,
  asset integer not null,
  amount bigint not null,
  daily_rate_ppb bigint not null,
  days integer not null,
  interest bigint not null,
  bought_ms bigint not null,
  due_ms bigint not null,
  status smallint not null,
  ended_ms bigint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create index miners_by_owner on miners (owner, bought_ms desc, order_id desc);
create index miners_by_status on miners (owner, status, bought_ms desc, order_id desc);
create index miners_open on miners (order_id) where status in (0, 1);

create table miner_totals (
  owner bigint not null,
  status smallint not null,
  orders bigint not null,
  primary key (owner, status)
) with (fillfactor = 70);
