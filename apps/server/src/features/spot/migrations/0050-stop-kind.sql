-- Which way a stop fires: 1 stop-loss, 2 take-profit, 0 none, or by the side of the index price that it was placed on.

alter table spot_orders add column stop_kind smallint not null default 0;
alter table spot_orders alter column stop_kind drop default;
