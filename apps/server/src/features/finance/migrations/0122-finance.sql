-- Finance, every entry as it now is.

create table finance_entries (
  entry_id bigint primary key,
  owner bigint not null,
  asset integer not null,
  amount bigint not null,
  opened_ms bigint not null,
  changed_seq bigint not null
);
create index finance_entries_by_owner on finance_entries (owner, entry_id desc);
