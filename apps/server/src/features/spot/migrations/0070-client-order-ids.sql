-- Finds the newest orders that their owner gave an id, however many had it before. Owners below 1000 are run by the platform.

create index spot_orders_by_client_order_id on spot_orders (owner, client_order_id, placed_ms desc, order_id desc)
  where owner >= 1000 and client_order_id is not null;
