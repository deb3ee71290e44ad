-- Ticks of format 2 name the quotes that their prices follow from, by hash.
alter table ticks add column rules integer;
alter table ticks add column quotes_hash text;

-- The text of those quotes, as it is hashed: JSON by exchange.
create table tick_quotes (
  tick bigint primary key,
  quotes text not null
);
