-- Spot orders as they now are, and every trade. A market maker's quotes leave no rows in spot_orders.

create table spot_orders (
  order_id bigint primary key,
  owner bigint not null,
  market integer not null,
  side smallint not null,
  price bigint not null,
  lots bigint not null,
  quote_amount bigint not null,
  filled_lots bigint not null,
  filled_quote bigint not null,
  fee bigint not null,
  time_in_force smallint not null,
  status smallint not null,
  placed_ms bigint not null,
  changed_ms bigint not null,
  changed_seq bigint not null,
  client_order_id text
) with (fillfactor = 80);
-- A user's orders, newest first. Owners below 1000 are run by the platform and are never listed.
-- Order ids carry slots and are not in the order of time.
create index spot_orders_by_owner on spot_orders (owner, placed_ms desc, order_id desc) where owner >= 1000;

create table spot_fills (
  trade_id bigint primary key,
  seq bigint not null,
  time_ms bigint not null,
  market integer not null,
  price bigint not null,
  lots bigint not null,
  quote_units bigint not null,
  taker_side smallint not null,
  taker_order bigint not null,
  maker_order bigint not null,
  taker bigint not null,
  maker bigint not null,
  taker_fee bigint not null,
  maker_fee bigint not null
);
create index spot_fills_by_taker on spot_fills (taker, trade_id desc) where taker >= 1000;
create index spot_fills_by_maker on spot_fills (maker, trade_id desc) where maker >= 1000;
