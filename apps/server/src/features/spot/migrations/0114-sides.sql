-- Orders and fills are listed by side too. Their indexes take the side in, so a row has no more of
-- them than before, and the totals count by it.

drop index spot_orders_by_status;
drop index spot_orders_by_market;
create index spot_orders_by_status on spot_orders (owner, status, side, placed_ms desc, order_id desc) where owner >= 1000;
create index spot_orders_by_market on spot_orders (owner, market, status, side, placed_ms desc, order_id desc) where owner >= 1000;

drop index spot_fills_by_taker_market;
drop index spot_fills_by_maker_market;
create index spot_fills_by_taker_market on spot_fills (taker, market, taker_side, time_ms desc, trade_id desc) where taker >= 1000;
create index spot_fills_by_maker_market on spot_fills (maker, market, taker_side, time_ms desc, trade_id desc) where maker >= 1000 and maker <> taker;

drop table spot_order_totals;
create table spot_order_totals (
  owner bigint not null,
  market integer not null,
  status smallint not null,
  side smallint not null,
  orders bigint not null,
  primary key (owner, market, status, side)
) with (fillfactor = 70);
insert into spot_order_totals (owner, market, status, side, orders)
select owner, market, status, side, count(*) from spot_orders
where owner >= 1000 and status <> 0 group by owner, market, status, side;

drop table spot_fill_totals;
create table spot_fill_totals (
  owner bigint not null,
  market integer not null,
  side smallint not null,
  fills bigint not null,
  primary key (owner, market, side)
) with (fillfactor = 70);
insert into spot_fill_totals (owner, market, side, fills)
select owner, market, side, count(*)
from (
  select taker as owner, market, taker_side as side from spot_fills where taker >= 1000
  union all
  select maker, market, 1 - taker_side from spot_fills where maker >= 1000 and maker <> taker
) as sides
group by owner, market, side;
