-- The two orders of a list (OCO) have its number, which rises with the time of placing, and the name
-- that its owner gave it. Lists from before have the lower number of their orders, which is below
-- all numbers to come.
alter table spot_orders add column list_number bigint;
alter table spot_orders add column list_client_order_id text;
update spot_orders set list_number = least(spot_orders.number, other.number)
from spot_orders as other
where spot_orders.partner_order <> 0 and other.order_id = spot_orders.partner_order;
create index spot_orders_by_list on spot_orders (owner, list_number) where list_number is not null;
create index spot_orders_by_list_time on spot_orders (owner, placed_ms, list_number)
  where list_number is not null;
create index spot_orders_by_list_name on spot_orders (owner, list_client_order_id, list_number desc)
  where list_client_order_id is not null;
