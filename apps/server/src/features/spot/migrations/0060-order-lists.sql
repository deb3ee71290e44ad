-- Users' orders and fills by every filter that lists have, newest first, and how many there are of each kind: a page costs the same however
-- many rows its owner has. Owners below 1000 are run by the platform and are never listed.

create index spot_orders_by_status on spot_orders (owner, status, placed_ms desc, order_id desc) where owner >= 1000;
create index spot_orders_by_market on spot_orders (owner, market, status, placed_ms desc, order_id desc) where owner >= 1000;

-- A fill whose owner was on both sides is listed once, as his taker's.
drop index spot_fills_by_taker;
drop index spot_fills_by_maker;
create index spot_fills_by_taker on spot_fills (taker, time_ms desc, trade_id desc) where taker >= 1000;
create index spot_fills_by_maker on spot_fills (maker, time_ms desc, trade_id desc) where maker >= 1000 and maker <> taker;
create index spot_fills_by_taker_market on spot_fills (taker, market, time_ms desc, trade_id desc) where taker >= 1000;
create index spot_fills_by_maker_market on spot_fills (maker, market, time_ms desc, trade_id desc) where maker >= 1000 and maker <> taker;

-- Orders that have ended, which never change again. Open ones are few and are counted.
create table spot_order_totals (
  owner bigint not null,
  market integer not null,
  status smallint not null,
  orders bigint not null,
  primary key (owner, market, status)
) with (fillfactor = 70);
insert into spot_order_totals (owner, market, status, orders)
select owner, market, status, count(*) from spot_orders where owner >= 1000 and status <> 0 group by owner, market, status;

create table spot_fill_totals (
  owner bigint not null,
  market integer not null,
  fills bigint not null,
  primary key (owner, market)
) with (fillfactor = 70);
insert into spot_fill_totals (owner, market, fills)
select owner, market, count(*)
from (
  select taker as owner, market from spot_fills where taker >= 1000
  union all
  select maker, market from spot_fills where maker >= 1000 and maker <> taker
) as sides
group by owner, market;
