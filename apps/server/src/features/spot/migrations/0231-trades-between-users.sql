-- Trades between two users: the new ones, and those of a user within some days. Owners below 1000
-- are run by the platform: most trades are with one of them, and are in none of these.

create index spot_fills_between_users on spot_fills (trade_id)
  where taker >= 1000 and maker >= 1000 and maker <> taker;
create index spot_fills_with_users_by_taker on spot_fills (taker, time_ms desc, trade_id desc)
  where taker >= 1000 and maker >= 1000 and maker <> taker;
create index spot_fills_with_users_by_maker on spot_fills (maker, time_ms desc, trade_id desc)
  where taker >= 1000 and maker >= 1000 and maker <> taker;
