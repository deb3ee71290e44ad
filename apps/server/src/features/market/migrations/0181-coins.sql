-- The names of the coins that operators have listed since the platform started. Those that it
-- started with have theirs in the catalogue.

create table coin_names (
  code text primary key,
  name text not null
);
