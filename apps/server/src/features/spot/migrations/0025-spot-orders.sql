-- What orders have that wait for the index price, and why an order was cancelled.

alter table spot_orders
  add column end_reason smallint not null default 0,
  add column trigger_price bigint not null default 0,
  add column trail_ppm integer not null default 0,
  add column partner_order bigint not null default 0,
  add column fired_tick bigint not null default 0;
alter table spot_orders
  alter column end_reason drop default,
  alter column trigger_price drop default,
  alter column trail_ppm drop default,
  alter column partner_order drop default,
  alter column fired_tick drop default;
