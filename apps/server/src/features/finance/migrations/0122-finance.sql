-- Finance orders, each as it now is, and how many of each state an owner has.

create table finance_orders (
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
create index finance_orders_by_owner on finance_orders (owner, bought_ms desc, order_id desc);
create index finance_orders_by_status on finance_orders (owner, status, bought_ms desc, order_id desc);
create index finance_orders_open on finance_orders (order_id) where status = 0;

create table finance_order_totals (
  owner bigint not null,
  status smallint not null,
  orders bigint not null,
  primary key (owner, status)
) with (fillfactor = 70);
