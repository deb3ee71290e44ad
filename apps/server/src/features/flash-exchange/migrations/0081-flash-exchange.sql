-- Flash exchange, every exchange of one coin for another against the treasury.

create table flash_exchanges (
  exchange_id bigint primary key,
  owner bigint not null,
  pay_asset integer not null,
  pay bigint not null,
  receive_asset integer not null,
  receive bigint not null,
  exchanged_ms bigint not null,
  seq bigint not null
);
create index flash_exchanges_by_owner on flash_exchanges (owner, exchanged_ms desc, exchange_id desc);

create table flash_exchange_totals (
  owner bigint not null,
  pay_asset integer not null,
  exchanges bigint not null,
  primary key (owner, pay_asset)
) with (fillfactor = 70);
