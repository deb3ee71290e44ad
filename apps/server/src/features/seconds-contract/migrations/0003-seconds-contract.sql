-- Seconds contracts, every position as it now is.

create table positions (
  position_id bigint primary key,
  owner bigint not null,
  market integer not null,
  direction smallint not null,
  stake bigint not null,
  fee bigint not null,
  fee_rate_ppm bigint not null,
  profit_rate_ppm bigint not null,
  seconds integer not null,
  accepted_ms bigint not null,
  open_tick bigint not null,
  open_ms bigint not null,
  open_price bigint not null,
  due_ms bigint not null,
  finish_tick bigint not null,
  finish_ms bigint not null,
  finish_price bigint not null,
  status smallint not null,
  result smallint not null,
  reason smallint not null,
  changed_seq bigint not null
) with (fillfactor = 80);
create index positions_by_owner on positions (owner, position_id desc) where owner >= 1000;
