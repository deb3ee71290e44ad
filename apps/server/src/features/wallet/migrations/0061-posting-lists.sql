-- Postings by wallet, coin and reason, newest first, and what each kind of posting of an owner has come to.

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
  available bigint not null,
  frozen bigint not null,
  primary key (owner, wallet, asset, reason)
) with (fillfactor = 70);
insert into posting_totals (owner, wallet, asset, reason, postings, available, frozen)
select owner, wallet, asset, reason, count(*), sum(available)::bigint, sum(frozen)::bigint
from postings where owner >= 1000
group by owner, wallet, asset, reason;
