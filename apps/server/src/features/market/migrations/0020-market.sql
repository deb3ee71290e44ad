-- Public price ticks, each chained to the last by its hash, kept for ever. prices: a JSON object of symbol to decimal string.
create table ticks (
  tick bigint primary key,
  time_ms bigint not null,
  prices text not null,
  previous_hash text not null,
  hash text not null
);

-- Candles of our own trades. timer_s: seconds of a candle; id_s: its opening time. Prices in ticks, volume in lots and in quote units.
-- The last candles change with every trade: room in each page keeps those changes in place.
create table klines (
  market integer not null,
  timer_s integer not null,
  id_s bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  lots bigint not null,
  quote_units bigint not null,
  trades integer not null,
  primary key (market, timer_s, id_s)
) with (fillfactor = 90);
