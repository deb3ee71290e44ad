-- Postings by wallet, coin and reason, newest first, and how many of each kind an owner has.

-- The wallet and the time add nothing to the identity: the primary key serves as the index of an account's statement.
alter table postings drop constraint postings_pkey;
alter table postings add primary key (owner, wallet, time_ms, seq, ordinal);
create index postings_by_kind on postings (owner, wallet, asset, reason, time_ms desc, seq desc, ordinal desc) where owner >= 1000;

create table posting_totals (
  owner bigint not null,
  wallet smallint not null,
  asset integer not null,
  reason text not null,
  postings bigint not null,
  primary key (owner, wallet, asset, reason)
) with (fillfactor = 70);
insert into posting_totals (owner, wallet, asset, reason, postings)
select owner, wallet, asset, reason, count(*)
from postings where owner >= 1000
group by owner, wallet, asset, reason;

-- What somebody has received for the fees of those he invited. No more than all fees that were ever paid.
create table commission_totals (
  owner bigint not null,
  asset integer not null,
  units bigint not null,
  primary key (owner, asset)
) with (fillfactor = 70);
insert into commission_totals (owner, asset, units)
select owner, asset, sum(available + frozen)::bigint
from postings where owner >= 1000 and reason = 'referral'
group by owner, asset;
