-- What the accounts of a user received and paid, by month (UTC), coin and reason of the postings.
-- What flows through an account in its life exceeds any integer, so the sums are numeric.

create table statement_months (
  owner bigint not null,
  asset integer not null,
  -- Such as 202611.
  month integer not null,
  reason text not null,
  received numeric not null,
  paid numeric not null,
  primary key (owner, asset, month, reason)
) with (fillfactor = 70);
insert into statement_months (owner, asset, month, reason, received, paid)
select owner, asset,
  to_char(to_timestamp(time_ms / 1000.0) at time zone 'UTC', 'YYYYMM')::integer,
  reason, sum(greatest(available + frozen, 0)), sum(greatest(-(available + frozen), 0))
from postings where owner >= 1000 and available + frozen <> 0
group by 1, 2, 3, 4;
