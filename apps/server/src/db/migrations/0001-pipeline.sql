-- The journal of all commands, one row per batch; snapshots of the state; answers kept for idempotency keys.

create table journal (
  batch bigint primary key,
  first_seq bigint not null,
  last_seq bigint not null check (last_seq >= first_seq),
  time_ms bigint not null,
  version smallint not null,
  commands text not null,
  outcomes_hash text not null,
  checksum text not null
);

create table snapshots (
  seq bigint primary key,
  batch bigint not null,
  time_ms bigint not null,
  version smallint not null,
  state_hash text not null,
  journal_checksum text not null,
  checksum text not null,
  body bytea not null
);
-- Already compressed.
alter table snapshots alter column body set storage external;

create table idempotency (
  owner bigint not null,
  key text not null,
  request_hash text not null,
  seq bigint not null,
  time_ms bigint not null,
  error text,
  id bigint not null,
  count bigint not null,
  primary key (owner, key)
);
-- Recovery loads the last day; maintenance removes what is older.
create index idempotency_by_time on idempotency (time_ms);
