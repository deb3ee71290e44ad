-- Postings: every change of every ledger account. Per owner the sums are the balances; over all owners they are zero.

create table postings (
  seq bigint not null,
  ordinal integer not null,
  time_ms bigint not null,
  owner bigint not null,
  wallet smallint not null,
  asset integer not null,
  available bigint not null,
  frozen bigint not null,
  reason text not null,
  reference bigint not null,
  primary key (seq, ordinal)
);
-- A user's statement, newest first.
create index postings_by_owner on postings (owner, seq desc, ordinal desc) where owner >= 1000;
