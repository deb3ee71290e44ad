-- Orders get numbers that rise with the time of placing, as ids contain a slot (D0002). Orders from
-- before get 1, 2, 3 …, which are below all numbers to come.
alter table spot_orders add column number bigint;
update spot_orders set number = numbered.number
from (
  select order_id, row_number() over (order by placed_ms, order_id) as number from spot_orders
) as numbered
where numbered.order_id = spot_orders.order_id;
alter table spot_orders alter column number set not null;
create index spot_orders_by_number on spot_orders (owner, market, number) where owner >= 1000;
