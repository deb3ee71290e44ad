-- The fills of one order, oldest first.

create index spot_fills_by_taker_order on spot_fills (taker_order, trade_id) where taker >= 1000;
create index spot_fills_by_maker_order on spot_fills (maker_order, trade_id) where maker >= 1000;
