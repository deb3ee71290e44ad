-- Finds an order by the id that its owner gave it. Owners below 1000 are run by the platform.

create index spot_orders_by_client_order_id on spot_orders (owner, client_order_id)
  where owner >= 1000 and client_order_id is not null;
