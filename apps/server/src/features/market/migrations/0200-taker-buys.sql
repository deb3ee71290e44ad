-- What takers bought in each candle, in lots and quote units, and the number of its first deal; 0 in candles without deals of ours.
alter table klines
  add column buy_lots bigint not null default 0,
  add column buy_quote_units bigint not null default 0,
  add column first_trade bigint not null default 0;

-- Both tables are written by the same statements, so the candles have exactly these deals. Those that a demo has dropped are missing.
update klines set buy_lots = deals.buy_lots, buy_quote_units = deals.buy_quote_units, first_trade = deals.first_trade
from (
  select market, timer_s, (time_ms / 1000 / timer_s) * timer_s as id_s, min(trade_id) as first_trade,
    coalesce(sum(lots) filter (where taker_side = 0), 0)::bigint as buy_lots,
    coalesce(sum(quote_units) filter (where taker_side = 0), 0)::bigint as buy_quote_units
  from spot_fills cross join (select distinct timer_s from klines) as timers
  group by 1, 2, 3
) as deals
where klines.market = deals.market and klines.timer_s = deals.timer_s and klines.id_s = deals.id_s;
