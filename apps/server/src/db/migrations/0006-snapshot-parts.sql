-- Snapshots in parts: a large one in a single row would hold up every commit behind it. Older ones have their whole body in `snapshots`.

create table snapshot_parts (
  seq bigint not null,
  part integer not null,
  body bytea not null,
  primary key (seq, part)
);
-- Already compressed.
alter table snapshot_parts alter column body set storage external;
alter table snapshots add column parts integer not null default 0;
