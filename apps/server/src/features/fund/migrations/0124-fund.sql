-- Fund, every entry as it now is.

create table fund_entries (
  entry_id bigint primary key,
  owner bigint not null,
  asset integer not null,
  amount bigint not null,
  opened_ms bigint not null,
  changed_seq bigint not null
);
create index fund_entries_by_owner on fund_entries (owner, entry_id desc);
