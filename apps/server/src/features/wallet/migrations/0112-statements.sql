-- What the accounts of a user received and paid, by day (UTC), coin and reason of the postings.
-- What flows through an account in its life exceeds any integer, so the sums are numeric.

create table statement_days (
  owner bigint not null,
  asset integer not null,
  -- Days since 1970.
  day integer not null,
  reason text not null,
  received numeric not null,
  paid numeric not null,
  primary key (owner, asset, day, reason)
) with (fillfactor = 70);
insert into statement_days (owner, asset, day, reason, received, paid)
select owner, asset,
  (time_ms / 86400000)::integer,
  reason, sum(greatest(available + frozen, 0)), sum(greatest(-(available + frozen), 0))
from postings where owner >= 1000 and available + frozen <> 0
group by 1, 2, 3, 4;
