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
  -- An owner's statement in its order. The owner adds nothing to the identity: this one index serves both.
  primary key (owner, seq, ordinal)
);
