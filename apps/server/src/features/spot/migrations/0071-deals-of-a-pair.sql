-- All deals of a pair, newest first, whoever traded.

create index spot_fills_by_market on spot_fills (market, time_ms desc, trade_id desc);
