-- The books at the end of each day that the exchange was open.

create table ledger_closes (
  -- Days since 1970, UTC.
  day integer primary key,
  closed_ms bigint not null,
  -- The last command in the books, and the journal's checksum up to it.
  seq bigint not null,
  journal text not null,
  accounts bigint not null,
  -- The assets whose sum is not zero, as JSON.
  unbalanced text not null,
  -- As JSON: the lines of the trial balance, [group, account, asset, available, frozen], in units.
  lines text not null
);
